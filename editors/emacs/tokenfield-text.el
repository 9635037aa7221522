;;; tokenfield-text.el --- The text of a buffer as the daemon has it  -*- lexical-binding: t; -*-

;;; Commentary:

;; Every change of the text is told to the daemon exactly, as the difference
;; that it is, or as the whole text where a difference cannot be told.  Columns
;; are characters (the encoding utf-32), so none is ever converted.

;;; Code:

(require 'cl-lib)
(require 'subr-x)
(require 'tokenfield-options)

(declare-function tokenfield--notify "tokenfield-messages"
                  (method params &optional characters))

(defvar-local tokenfield--uri nil
  "The name by which the daemon has this buffer open, or nil.")

(defvar-local tokenfield--version 0
  "The version of the text that was told last.")

(defvar-local tokenfield--changes nil
  "Changes not told yet, the newest first, or `full'.
Each is a list (RANGE PLACE LENGTH TEXT): at PLACE, which is RANGE for
the daemon, LENGTH characters became TEXT.")

(defvar-local tokenfield--tick 0
  "The modification tick of the text that the changes lead to.
Another tick means that the text was changed unseen: by an indirect
buffer, or by a program that inhibits the hooks.")

(defvar-local tokenfield--before nil
  "What `before-change-functions' announced: (BEG END RANGE), or nil.")

(defvar-local tokenfield--timer nil
  "The timer that will tell the changes.")

(defvar tokenfield--elsewhere-p nil
  "A function that says whether point is outside of all fields.")

(defvar tokenfield--near nil
  "While many positions are converted: (LINE . PLACE) of the last one.")

;;; Positions

(defvar-local tokenfield--known-line nil
  "(PLACE . LINE) of the last line that was changed, counted from 0.
All lines before it are as they were when it was found.")

(defun tokenfield--line (place)
  "The number of the line of PLACE, which is at its beginning, from 0.
It is counted from where the last change was: whoever writes far down in
a long text pays for no line above."
  (save-restriction
    (widen)
    (let ((known (or tokenfield--known-line (cons (point-min) 0))))
      (if (< place (car known))
          (- (cdr known) (count-lines place (car known)))
        (+ (cdr known) (count-lines (car known) place))))))

(defun tokenfield--changing-position (place)
  "The position of PLACE, where the text is about to change."
  (save-excursion
    (goto-char place)
    (let* ((inhibit-field-text-motion t)
           (beginning (line-beginning-position))
           (line (tokenfield--line beginning)))
      (setq tokenfield--known-line (cons beginning line))
      (list :line line :character (- place beginning)))))

(defun tokenfield--position (&optional place)
  "The position of PLACE, by default of point, as the daemon counts."
  (save-excursion
    (when place (goto-char place))
    (save-restriction
      (widen)
      (let ((inhibit-field-text-motion t))
        (list :line (1- (line-number-at-pos nil t))
              :character (- (point) (line-beginning-position)))))))

(defun tokenfield--range (beg end)
  "The range from BEG to END as the daemon counts."
  (list :start (tokenfield--position beg) :end (tokenfield--position end)))

(defun tokenfield--place (position)
  "The place of POSITION in this buffer, or nil if there is none."
  (let ((line (plist-get position :line))
        (column (plist-get position :character))
        (inhibit-field-text-motion t))
    (when (and (natnump line) (natnump column))
      (save-excursion
        (save-restriction
          (widen)
          (let ((from (if (and tokenfield--near (<= (car tokenfield--near) line))
                          tokenfield--near
                        (cons 0 (point-min)))))
            (goto-char (cdr from))
            (when (and (zerop (forward-line (- line (car from))))
                       ;; An unfinished last line counts as one moved over.
                       (or (= line (car from)) (bolp)))
              (when tokenfield--near
                (setq tokenfield--near (cons line (point))))
              (let ((place (+ (point) column)))
                (and (<= place (line-end-position)) place)))))))))

(defun tokenfield--region (range)
  "The region (BEG . END) of RANGE in this buffer, or nil if there is none."
  (let* ((beg (tokenfield--place (plist-get range :start)))
         (end (and beg (tokenfield--place (plist-get range :end)))))
    (and end (<= beg end) (cons beg end))))

;;; Text that JSON can hold

(defconst tokenfield--unwritable "[^\0-\ud7ff\ue000-\U0010ffff]"
  "What matches a raw byte or half of a surrogate pair.")

(defun tokenfield--writable (text)
  "TEXT with a replacement character for each one that JSON cannot hold."
  (if (string-match-p tokenfield--unwritable text)
      (replace-regexp-in-string tokenfield--unwritable "\ufffd" text t t)
    text))

(defun tokenfield--substring (beg end)
  "The text from BEG to END, as it is told."
  (save-restriction
    (widen)
    (tokenfield--writable (buffer-substring-no-properties beg end))))

(defun tokenfield--whole ()
  "The whole text, as it is told."
  (save-restriction
    (widen)
    (tokenfield--substring (point-min) (point-max))))

;;; Changes

(defun tokenfield--split-p (place)
  "Non-nil if PLACE is within a line end of two characters.
The daemon knows no position there."
  (and (eq (char-before place) ?\r) (eq (char-after place) ?\n)))

(defun tokenfield--before-change (beg end)
  "Note that the text from BEG to END is about to change."
  (setq tokenfield--before nil)
  (if (not (and tokenfield--uri (listp tokenfield--changes)))
      (setq tokenfield--known-line nil)
    (save-restriction
      (widen)
      (if (or (/= tokenfield--tick (buffer-chars-modified-tick))
              (tokenfield--split-p beg)
              (tokenfield--split-p end))
          (setq tokenfield--changes 'full
                tokenfield--known-line nil)
        (setq tokenfield--before
              (list beg end
                    (let ((start (tokenfield--changing-position beg)))
                      (list :start start
                            :end (if (= beg end) start (tokenfield--position end))))))))))

(defun tokenfield--after-change (beg end length)
  "Note that LENGTH characters became the text from BEG to END."
  (when tokenfield--uri
    (setq tokenfield--tick (buffer-chars-modified-tick))
    (when (listp tokenfield--changes)
      (pcase tokenfield--before
        ;; What was announced may be wider than what changed, never narrower.
        ((and `(,from ,to ,range)
              (guard (and (<= from beg) (<= (+ beg length) to))))
         (tokenfield--push-change
          range from (- to from)
          (tokenfield--substring from (+ to (- end beg length)))))
        (_ (setq tokenfield--changes 'full
                 tokenfield--known-line nil))))
    (setq tokenfield--before nil)
    (tokenfield--tell-soon)))

(defun tokenfield--push-change (range place length text)
  "Note that at PLACE, which is RANGE, LENGTH characters became TEXT.
A change within what the last one wrote becomes a part of that one, so
that a key, or a candidate that was chosen, is told as one change."
  (pcase (car tokenfield--changes)
    ((and `(,range0 ,place0 ,length0 ,text0)
          (guard (and (<= place0 place)
                      (<= (+ place length) (+ place0 (length text0))))))
     (setcar tokenfield--changes
             (list range0 place0 length0
                   (concat (substring text0 0 (- place place0))
                           text
                           (substring text0 (- (+ place length) place0))))))
    (_ (push (list range place length text) tokenfield--changes))))

(defun tokenfield--as-one (range beg length)
  "Have what has changed told as one change of RANGE.
That was LENGTH characters at BEG.  Nothing is done if something else
has changed too."
  (when (consp tokenfield--changes)
    (let ((end (+ beg length)))
      (when (cl-every (pcase-lambda (`(,_ ,place ,size ,text))
                        (prog1 (<= beg place (+ place size) end)
                          (setq end (+ end (- (length text) size)))))
                      (reverse tokenfield--changes))
        (setq tokenfield--changes
              (list (list range beg length (tokenfield--substring beg end))))))))

(defun tokenfield--tell-soon ()
  "Have what has changed told when Emacs has nothing else to do."
  (unless (and tokenfield--timer (memq tokenfield--timer timer-list))
    (setq tokenfield--timer
          (run-with-timer (if (and tokenfield--elsewhere-p
                                   (funcall tokenfield--elsewhere-p))
                              tokenfield-delay-elsewhere
                            tokenfield-delay)
                          nil #'tokenfield--tell-later
                          (current-buffer)))))

(defun tokenfield--tell-later (buffer)
  "Tell what has changed in BUFFER, if it is alive still."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (setq tokenfield--timer nil)
      (tokenfield--tell))))

(defun tokenfield--tell ()
  "Tell the daemon what has changed since it was told last."
  (when tokenfield--uri
    (unless (= tokenfield--tick (buffer-chars-modified-tick))
      (setq tokenfield--changes 'full
            tokenfield--known-line nil))
    (when tokenfield--changes
      (let ((changes tokenfield--changes))
        (setq tokenfield--changes nil
              tokenfield--tick (buffer-chars-modified-tick)
              tokenfield--version (1+ tokenfield--version))
        (unless (tokenfield--notify
                 :textDocument/didChange
                 (list :textDocument (tokenfield--versioned)
                       :contentChanges
                       (if (eq changes 'full)
                           (vector (list :text (tokenfield--whole)))
                         (vconcat
                          (mapcar (pcase-lambda (`(,range ,_ ,_ ,text))
                                    (list :range range :text text))
                                  (reverse changes)))))
                 (if (eq changes 'full)
                     (buffer-size)
                   (cl-loop for (_ _ _ text) in changes sum (length text))))
          ;; What the daemon was not told it does not have: all is told next.
          (setq tokenfield--changes 'full
                tokenfield--version (1- tokenfield--version)))))))

(defun tokenfield--current-p (version)
  "Non-nil if VERSION is that of the text as it stands now."
  (and tokenfield--uri
       (null tokenfield--changes)
       (= tokenfield--tick (buffer-chars-modified-tick))
       (eql version tokenfield--version)))

(defun tokenfield--document ()
  "How this buffer is named in a request."
  (list :uri tokenfield--uri))

(defun tokenfield--versioned ()
  "How this buffer is named in a request about one version."
  (list :uri tokenfield--uri :version tokenfield--version))

;;; Edits

(defun tokenfield--regions (edits)
  "The regions of EDITS as a list ((BEG END TEXT) …), the last one first.
Nil if one of them has no place, or if they overlap."
  (let ((regions
         (catch 'no
           (mapcar (lambda (edit)
                     (let ((region (tokenfield--region (plist-get edit :range)))
                           (text (plist-get edit :newText)))
                       (if (and region (stringp text))
                           (list (car region) (cdr region) text)
                         (throw 'no nil))))
                   edits))))
    ;; Of two insertions at one place the first of the list comes first.
    (setq regions (nreverse (cl-stable-sort regions #'< :key #'car)))
    (and (cl-loop for (later earlier) on regions
                  always (or (null earlier) (<= (nth 1 earlier) (nth 0 later))))
         regions)))

(defun tokenfield--edit (edits)
  "Make EDITS of the daemon; non-nil if they could be made.
They hold for the text as it stands.  All are made or none, and they are
one step for `undo'."
  (let ((regions (tokenfield--regions edits)))
    (cond
     ((= (length edits) 0) t)
     ((null regions) nil)
     ;; The daemon never saw a raw byte, so it cannot write it back.
     ((and (cl-some (lambda (region) (string-search "\ufffd" (nth 2 region))) regions)
           (save-excursion
             (save-restriction
               (widen)
               (goto-char (point-min))
               (re-search-forward tokenfield--unwritable nil t))))
      nil)
     (t (condition-case nil
            (progn
              (atomic-change-group
                (save-excursion
                  (save-restriction
                    (widen)
                    (pcase-dolist (`(,beg ,end ,text) regions)
                      (goto-char beg)
                      (insert text)
                      (delete-region (point) (+ (point) (- end beg)))))))
              t)
          ((text-read-only buffer-read-only) nil))))))

(provide 'tokenfield-text)
;;; tokenfield-text.el ends here
