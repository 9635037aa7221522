;;; tokenfield-act.el --- Requests that act on entries  -*- lexical-binding: t; -*-

;;; Commentary:

;; What is selected belongs to the editor: it is sent along with each request,
;; and it is gone as soon as point or the text is elsewhere, so that nothing
;; can be deleted that nobody sees selected.  What the daemon answers is done
;; only if the text is still the one that it was asked about.

;;; Code:

(require 'cl-lib)
(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-daemon)
(require 'tokenfield-chips)
(require 'tokenfield-events)

(defvar-local tokenfield--selection nil
  "The overlays of the selected entries, the one first that it began with.")

(defvar-local tokenfield--selected-at nil
  "(POINT . TICK) of when the selection was made.")

;;; Selection

(defun tokenfield--selection ()
  "The overlays of the selection, if it is still valid."
  (when tokenfield--selection
    (if (and (equal tokenfield--selected-at
                    (cons (point) (buffer-chars-modified-tick)))
             (cl-every #'overlay-buffer tokenfield--selection))
        tokenfield--selection
      (tokenfield--select nil)
      nil)))

(defun tokenfield--select (ranges)
  "Select the entries at RANGES, and nothing else."
  (mapc #'delete-overlay tokenfield--selection)
  (setq tokenfield--selection
        (delq nil (mapcar (lambda (range)
                            (let ((region (tokenfield--region range)))
                              (and region
                                   ;; It outlives the picture, and the daemon.
                                   (tokenfield--overlay
                                    region 'tokenfield 'selected
                                    'face 'tokenfield-selected 'priority 30))))
                          ranges))
        tokenfield--selected-at (cons (point) (buffer-chars-modified-tick))))

(defun tokenfield--selection-ranges ()
  "The ranges of the selection, as the daemon counts."
  (vconcat (mapcar (lambda (overlay)
                     (tokenfield--range (overlay-start overlay) (overlay-end overlay)))
                   (tokenfield--selection))))

;;; Requests

(defun tokenfield--acting (params)
  "PARAMS together with where point is and what is selected."
  (append params
          (list :textDocument (tokenfield--versioned)
                :position (tokenfield--position)
                :selection (tokenfield--selection-ranges))))

(defun tokenfield--act (method &rest params)
  "Ask for METHOD, a symbol without prefix, with PARAMS, and do the outcome.
The outcome, or nil if there was none in time or it could not be done."
  (when (tokenfield--ready-p)
    (tokenfield--tell)
    (when tokenfield--uri
      (let* ((version tokenfield--version)
             (outcome (tokenfield--ask (intern (format ":tokenField/%s" method))
                                       (tokenfield--acting params))))
        (and outcome
             (tokenfield--current-p version)
             (tokenfield--do outcome))))))

(defun tokenfield--do (outcome)
  "Do OUTCOME, made for the text as it stands; nil if that fails."
  (when (> (length (plist-get outcome :edits)) 0)
    (barf-if-buffer-read-only))
  (when (tokenfield--edit (plist-get outcome :edits))
    (let ((caret (and (plist-get outcome :caret)
                      (tokenfield--place (plist-get outcome :caret)))))
      (when (and caret (<= (point-min) caret (point-max)))
        (goto-char caret)))
    (tokenfield--select (plist-get outcome :selection))
    ;; Told at once, so that the daemon knows its own edit again.
    (tokenfield--tell)
    ;; What was told before comes first.
    (tokenfield--do-work)
    (seq-doseq (event (plist-get outcome :events))
      (tokenfield--happened event))
    (tokenfield--say (plist-get outcome :announce) (plist-get outcome :reason))
    outcome))

(defun tokenfield--command (method &rest params)
  "Do METHOD with PARAMS for a command, or signal that it cannot be done."
  (let ((outcome (apply #'tokenfield--act method params)))
    (cond
     ((null outcome) (user-error "Tokenfield does not answer"))
     ((equal (plist-get outcome :reason) "outside")
      (user-error "Not in a field")))
    outcome))

(defun tokenfield--state ()
  "The state of the field at point, with its entries, or an error."
  (tokenfield--tell)
  (or (and tokenfield--uri
           (tokenfield--ask :tokenField/state
                            (list :textDocument (tokenfield--document)
                                  :position (tokenfield--position)
                                  :selection (tokenfield--selection-ranges))))
      (user-error "Not in a field")))

(defun tokenfield--index (&optional state)
  "The index of the entry at point in STATE, by default that of now."
  (let* ((state (or state (tokenfield--state)))
         (chip (tokenfield--token-at (point)))
         (index (and chip
                     (cl-position (tokenfield--position (overlay-start chip))
                                  (plist-get state :tokens)
                                  :key (lambda (token)
                                         (plist-get (plist-get token :range) :start))
                                  :test #'equal))))
    (or index (user-error "No entry at point"))))

(defun tokenfield--indices ()
  "Parameters that name the selected entries, or else the one at point."
  (unless (tokenfield--selection)
    (list :index (tokenfield--index))))

(provide 'tokenfield-act)
;;; tokenfield-act.el ends here
