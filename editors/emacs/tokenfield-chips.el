;;; tokenfield-chips.el --- Chips as overlays  -*- lexical-binding: t; -*-

;;; Commentary:

;; Draws what the daemon says is to be drawn.  The daemon sends what differs
;; from the last picture, and only that is drawn again.  A picture of a text
;; that has changed since is not drawn; it is asked for again.

;;; Code:

(require 'cl-lib)
(require 'subr-x)
(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-daemon)

(cl-defstruct (tokenfield-field (:constructor tokenfield--make-field))
  "A field of a buffer.
ID is the daemon's name for it, SAID what it said of it last, CHIPS the
overlays of the chips, VALUE the overlay of the field's value, and NAME
that of its name.  HIDDEN is the overlay of what a collapsed one hides."
  id said chips value name hidden)

(defvar-local tokenfield--fields nil
  "The fields of this buffer, in the order of the text.")

(defvar-local tokenfield--drawn nil
  "The version of the last picture, or nil.")

(defvar-local tokenfield--shown nil
  "The overlay of the address that is shown since point is in it.")

(defvar tokenfield--leftward nil
  "Non-nil while a field is drawn that runs from right to left.")

(defvar tokenfield-chip-map (make-sparse-keymap)
  "Keymap of a chip, for the mouse.")

(defvar tokenfield-drawn-hook nil
  "Hook that is run when the picture of a buffer has changed.")

;;; Where things are

(defun tokenfield--field-at (place)
  "The field in whose value PLACE is, or nil.
Running text, whose field is the whole of it, does not count."
  (cl-find-if (lambda (field)
                (let ((value (tokenfield-field-value field)))
                  (and (not (tokenfield--running-p field))
                       (overlay-buffer value)
                       (<= (overlay-start value) place (overlay-end value)))))
              tokenfield--fields))

(defun tokenfield--running-p (field)
  "Non-nil if FIELD is that of tags and mentions in running text."
  (string-prefix-p "inline-tags" (tokenfield-field-id field)))

(defun tokenfield--chips-at (place)
  "The chips that PLACE is in or at the edge of."
  (seq-filter (lambda (overlay) (overlay-get overlay 'tokenfield-chip))
              (overlays-in (max (point-min) (1- place)) (min (point-max) (1+ place)))))

(defun tokenfield--class (chip)
  "The class of the overlay CHIP, as a symbol."
  (intern (or (plist-get (overlay-get chip 'tokenfield-chip) :class) "token")))

(defun tokenfield--token-p (chip)
  "Non-nil if the overlay CHIP is an entry that stands there as a whole."
  (not (memq (tokenfield--class chip) '(separator comment draft))))

(defun tokenfield--token-at (place)
  "The entry that PLACE is in or at the edge of, rather the one behind it."
  (car (sort (seq-filter #'tokenfield--token-p (tokenfield--chips-at place))
             (lambda (a b) (> (overlay-start a) (overlay-start b))))))

(defun tokenfield--in-draft-p (place)
  "Non-nil if PLACE is in or behind what is being typed, not before it."
  (seq-some (lambda (chip)
              (and (memq (tokenfield--class chip) '(draft edit))
                   (< (overlay-start chip) place)
                   (<= place (overlay-end chip))))
            (tokenfield--chips-at place)))

(setq tokenfield--elsewhere-p (lambda () (not (tokenfield--field-at (point)))))

;;; One chip

(defun tokenfield--overlay (region &rest properties)
  "An overlay over REGION with PROPERTIES, gone when its text is."
  (let ((overlay (make-overlay (car region) (cdr region) nil t nil)))
    (overlay-put overlay 'tokenfield t)
    (overlay-put overlay 'evaporate t)
    (while properties
      (overlay-put overlay (pop properties) (pop properties)))
    overlay))

(defun tokenfield--face (chip)
  "The face of CHIP, as the daemon describes it."
  (let ((face (intern-soft (concat "tokenfield-" (plist-get chip :class)))))
    (cond ((not (facep face)) 'tokenfield-token)
          ((and (memq face '(tokenfield-token tokenfield-unknown))
                (eq (plist-get chip :outside) t))
           'tokenfield-outside)
          (t face))))

(defun tokenfield--draw-chip (chip)
  "Draw CHIP; its overlay, or nil if it has no place."
  (let ((region (tokenfield--region (plist-get chip :range))))
    (when region
      (let ((overlay (tokenfield--overlay
                      region 'tokenfield-chip chip 'face (tokenfield--face chip)
                      'priority 20 'help-echo #'tokenfield--help-echo)))
        (when (tokenfield--token-p overlay)
          (overlay-put overlay 'keymap tokenfield-chip-map)
          (when (eq tokenfield-style 'caps) (tokenfield--cap overlay)))
        (tokenfield--draw-address overlay chip)
        overlay))))

(defun tokenfield--cap (overlay)
  "Put half blocks in the colour of its chip around OVERLAY.
What stands before a text that runs from right to left is at its right."
  (let ((color (face-background (overlay-get overlay 'face) nil t))
        (caps (if tokenfield--leftward '("▌" . "▐") '("▐" . "▌"))))
    (when (stringp color)
      (let ((face (list :foreground color)))
        (overlay-put overlay 'before-string (propertize (car caps) 'face face))
        (overlay-put overlay 'after-string (propertize (cdr caps) 'face face))))))

(defun tokenfield--draw-address (overlay chip)
  "Dim the address of CHIP, whose overlay is OVERLAY, or hide it."
  (let ((region (and (plist-get chip :address)
                     (tokenfield--region (plist-get chip :address)))))
    (when region
      (let ((address (tokenfield--overlay region 'priority 21)))
        (when (member (plist-get chip :class) '("token" "fixed"))
          (overlay-put address 'face 'tokenfield-address))
        (when (and tokenfield-hide-addresses
                   (eq (plist-get chip :mayHide) t)
                   (member (plist-get chip :class) '("token" "fixed"))
                   (not (eq (plist-get chip :outside) t))
                   (not (eq tokenfield-style 'accessible)))
          (overlay-put address 'invisible 'tokenfield)
          (overlay-put address 'isearch-open-invisible #'tokenfield--show-address))
        (overlay-put overlay 'tokenfield-address address)))))

(defun tokenfield--help-echo (_window overlay _place)
  "What is said of the chip of OVERLAY when the mouse is over it."
  (let* ((chip (overlay-get overlay 'tokenfield-chip))
         (class (plist-get chip :class)))
    (concat (plist-get chip :display)
            (unless (member class '("token" "separator" "comment"))
              (format " (%s)" class))
            (when (eq (plist-get chip :outside) t) " (outside)"))))

(defun tokenfield--erase (overlay)
  "Take the chip of OVERLAY away."
  (let ((address (overlay-get overlay 'tokenfield-address)))
    (when address (delete-overlay address)))
  (delete-overlay overlay))

(defun tokenfield--show-address (address)
  "Show the hidden ADDRESS."
  (overlay-put address 'invisible nil)
  (setq tokenfield--shown address))

(defun tokenfield--reveal ()
  "Show the address that point is in, hide it when point has left."
  (when tokenfield-hide-addresses
    (let* ((chip (tokenfield--token-at (point)))
           (address (and chip (overlay-get chip 'tokenfield-address))))
      (unless (eq address tokenfield--shown)
        (when (and tokenfield--shown (overlay-buffer tokenfield--shown))
          (overlay-put tokenfield--shown 'invisible 'tokenfield))
        (setq tokenfield--shown nil)
        (when (and address (overlay-get address 'invisible))
          (tokenfield--show-address address))))))

;;; One field

(defun tokenfield--draw-field (said)
  "Draw what the daemon SAID of a field; nil if it does not fit."
  (let* ((id (plist-get said :field))
         (field (cl-find id tokenfield--fields :key #'tokenfield-field-id :test #'equal))
         (old (and field (tokenfield-field-chips field)))
         (tokenfield--leftward (equal (plist-get said :direction) "rtl"))
         (start (plist-get said :start))
         (removed (plist-get said :removed))
         (value (tokenfield--region (plist-get said :valueRange)))
         (name (tokenfield--region (plist-get said :nameRange))))
    (when (and (stringp id) value name (natnump start) (natnump removed)
               (<= (+ start removed) (length old)))
      (unless field
        (setq field (tokenfield--make-field
                     :id id
                     :value (make-overlay (car value) (cdr value) nil nil t)
                     :name (make-overlay (car name) (cdr name) nil t nil)))
        (overlay-put (tokenfield-field-value field) 'tokenfield t)
        (overlay-put (tokenfield-field-name field) 'tokenfield t)
        (push field tokenfield--fields))
      (mapc #'tokenfield--erase (seq-subseq old start (+ start removed)))
      ;; A chip without a place keeps one in the list: the next splice counts it.
      (let ((new (mapcar (lambda (chip)
                           (or (tokenfield--draw-chip chip)
                               (tokenfield--overlay (cons (point-min) (point-min)))))
                         (plist-get said :chips))))
        (setf (tokenfield-field-chips field)
              (append (seq-take old start) new (nthcdr (+ start removed) old))))
      (move-overlay (tokenfield-field-value field) (car value) (cdr value))
      (move-overlay (tokenfield-field-name field) (car name) (cdr name))
      (setf (tokenfield-field-said field) said)
      (tokenfield--draw-words field)
      field)))

(defun tokenfield--put (overlay property value)
  "Set PROPERTY of OVERLAY to VALUE, unless it is that already."
  (unless (equal-including-properties (overlay-get overlay property) value)
    (overlay-put overlay property value)))

(defun tokenfield--draw-words (field)
  "Draw what stands beside FIELD: icon, placeholder, title, accessory, error."
  (let* ((said (tokenfield-field-said field))
         (words
          (delq nil
                (mapcar (pcase-lambda (`(,key . ,face))
                          (let ((word (plist-get said key)))
                            (and (stringp word) (not (string-empty-p word))
                                 (not (and (eq key :title)
                                           (or (not (eq (plist-get said :titleVisible) t))
                                               (equal word (plist-get said :error)))))
                                 (propertize word 'face face))))
                        '((:placeholder . tokenfield-placeholder)
                          (:error . tokenfield-error)
                          (:title . tokenfield-title)
                          (:accessory . tokenfield-title)))))
         (text (and words (not (eq tokenfield-style 'accessible))
                    (concat " " (string-join words "  "))))
         (icon (plist-get said :icon)))
    ;; The cursor belongs before what is not in the buffer.
    (when text (put-text-property 0 1 'cursor t text))
    (tokenfield--put (tokenfield-field-value field) 'after-string text)
    (tokenfield--put (tokenfield-field-name field) 'before-string
                     (and (stringp icon) (not (string-empty-p icon))
                          (not (eq tokenfield-style 'accessible))
                          (concat icon " ")))))

(defun tokenfield--erase-field (field)
  "Take all that was drawn of FIELD away."
  ;; The last one first: before Emacs 29 overlays are a list, from the end.
  (mapc #'tokenfield--erase (reverse (tokenfield-field-chips field)))
  (dolist (overlay (list (tokenfield-field-value field) (tokenfield-field-name field)
                         (tokenfield-field-hidden field)))
    (when overlay (delete-overlay overlay))))

;;; The picture

(defun tokenfield--draw (picture)
  "Draw PICTURE, or what differs from the last one.
What cannot be drawn is asked for again."
  (let ((version (plist-get picture :version))
        (full (eq (plist-get picture :full) t))
        (said (plist-get picture :fields)))
    (cond
     ((not (tokenfield--current-p version)) (setq tokenfield--drawn nil))
     ((not (or full (and tokenfield--drawn
                         (eql (plist-get picture :base) tokenfield--drawn))))
      (tokenfield--draw-all))
     (t
      ;; Before Emacs 29 many overlays are made faster so.
      (overlay-recenter (point-max))
      (when full (tokenfield--erase-all))
      (seq-doseq (id (plist-get picture :gone))
        (let ((field (cl-find id tokenfield--fields
                              :key #'tokenfield-field-id :test #'equal)))
          (when field
            (tokenfield--erase-field field)
            (setq tokenfield--fields (delq field tokenfield--fields)))))
      (setq tokenfield--drawn version)
      (let ((tokenfield--near (cons 0 (save-restriction (widen) (point-min)))))
        (unless (cl-every #'tokenfield--draw-field (append said nil))
          (setq tokenfield--drawn nil)))
      (when (and (> (length said) 0) tokenfield--fields)
        (setq tokenfield--fields
              (cl-sort tokenfield--fields #'<
                       :key (lambda (field)
                              (overlay-start (tokenfield-field-value field))))))
      (run-hooks 'tokenfield-drawn-hook)))))

(defun tokenfield--draw-all ()
  "Have the daemon say all that is to be drawn."
  (when tokenfield--uri
    (setq tokenfield--drawn nil)
    (tokenfield--tell)
    (tokenfield--call :tokenField/chips (list :textDocument (tokenfield--document))
                      (lambda (picture)
                        (when (eq (plist-get picture :full) t)
                          (tokenfield--draw picture))))))

(defun tokenfield--erase-all ()
  "Take all that was drawn away."
  (mapc #'tokenfield--erase-field tokenfield--fields)
  (setq tokenfield--fields nil tokenfield--drawn nil tokenfield--shown nil)
  (save-restriction
    (widen)
    (remove-overlays (point-min) (point-max) 'tokenfield t)))

(defun tokenfield-redraw ()
  "Draw the chips of this buffer anew."
  (interactive)
  (tokenfield--draw-all))

(provide 'tokenfield-chips)
;;; tokenfield-chips.el ends here
