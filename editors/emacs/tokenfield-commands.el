;;; tokenfield-commands.el --- Commands for entries and fields  -*- lexical-binding: t; -*-

;;; Commentary:

;; A command for each operation of the daemon.  They act on what is selected,
;; or else on the entry at point.

;;; Code:

(require 'cl-lib)
(require 'tokenfield-chips)
(require 'tokenfield-act)
(require 'tokenfield-events)

;;; Selecting

(defun tokenfield-select ()
  "Select the entry at point."
  (interactive)
  (tokenfield--command 'select :index (tokenfield--index)))

(defun tokenfield-toggle ()
  "Select the entry at point too, or no longer."
  (interactive)
  (tokenfield--command 'select :index (tokenfield--index) :toggle t))

(defun tokenfield-select-all ()
  "Select all entries of the field."
  (interactive)
  (tokenfield--command 'key :key "SelectAll"))

(defun tokenfield-unselect ()
  "Select nothing."
  (interactive)
  (tokenfield--command 'unselect))

;;; Typing

(defun tokenfield-commit ()
  "Make an entry of what is typed."
  (interactive)
  (tokenfield--command 'commit))

(defun tokenfield-cancel ()
  "Bring back the entry that is being changed, as it was."
  (interactive)
  (tokenfield--command 'cancel))

(defun tokenfield-edit-entry ()
  "Open the entry at point, to change it in its place."
  (interactive)
  (tokenfield--command 'edit :index (tokenfield--index)))

(defun tokenfield-set-draft (text)
  "Put TEXT in the place of what is typed."
  (interactive "sTyped text: ")
  (tokenfield--command 'set :text text))

;;; Adding and removing

(defun tokenfield-add (text)
  "Add TEXT as an entry of the field at point."
  (interactive "sAdd: ")
  (tokenfield--command 'add :text text))

(defun tokenfield-remove ()
  "Remove the selected entries, or the one at point."
  (interactive)
  (apply #'tokenfield--command 'remove (tokenfield--indices)))

(defun tokenfield-replace (index text)
  "Put TEXT in the place of the entry of INDEX, the one at point."
  (interactive
   (let ((state (tokenfield--state)))
     (let ((index (tokenfield--index state)))
       (list index
             (read-string "Replace by: "
                          (plist-get (aref (plist-get state :tokens) index) :raw))))))
  (tokenfield--command 'replace :index index :text text))

(defun tokenfield-clear ()
  "Remove all entries of the field at point."
  (interactive)
  (tokenfield--command 'clear))

(defun tokenfield-expand ()
  "Put the members of the group or alias at point in its place."
  (interactive)
  (tokenfield--command 'expand :index (tokenfield--index)))

;;; Order

(defun tokenfield-transpose ()
  "Exchange the entries before and behind point, and go behind them.
In an entry it is exchanged with the one behind it."
  (interactive)
  (let* ((state (tokenfield--state))
         (tokens (if (equal (plist-get state :mode) "draft")
                     (user-error "What is typed here is no entry yet")
                   (plist-get state :tokens)))
         (here (point))
         (second (cl-position-if
                  (lambda (token)
                    (let ((region (tokenfield--region (plist-get token :range))))
                      (and region (> (cdr region) here))))
                  tokens))
         (second (min (if (and second (tokenfield--inside-p (aref tokens second)))
                          (1+ second)
                        (or second (1- (length tokens))))
                      (1- (length tokens)))))
    (if (< second 1)
        (user-error "No two entries here")
      (tokenfield--command 'move :index (1- second) :to second))))

(defun tokenfield--inside-p (token)
  "Non-nil if point is within TOKEN."
  (let ((region (tokenfield--region (plist-get token :range))))
    (and region (< (car region) (point) (cdr region)))))

(defun tokenfield--shift-entry (places)
  "Move the entry at point so many PLACES on."
  (let* ((index (tokenfield--index))
         (to (+ index places)))
    (if (< to 0)
        (user-error "It is the first entry")
      (tokenfield--command 'move :index index :to to))))

(defun tokenfield-move-back ()
  "Move the entry at point before the one before it."
  (interactive)
  (tokenfield--shift-entry -1))

(defun tokenfield-move-forward ()
  "Move the entry at point behind the one behind it."
  (interactive)
  (tokenfield--shift-entry 1))

(defun tokenfield-move-to-field (field)
  "Move the entry at point to FIELD, which is written if it is not there."
  (interactive
   (list (completing-read "Move to field: "
                          (delete-dups
                           (append (mapcar #'tokenfield-field-id tokenfield--fields)
                                   (and (derived-mode-p 'message-mode 'mail-mode)
                                        '("To" "Cc" "Bcc")))))))
  (tokenfield--command 'move :index (tokenfield--index) :toField field))

(defun tokenfield-sort ()
  "Sort the field at point by what is shown."
  (interactive)
  (tokenfield--command 'sort))

(defun tokenfield-unique ()
  "Remove what stands twice in the field at point; the first stays."
  (interactive)
  (tokenfield--command 'unique))

(defun tokenfield-convert (form)
  "Write the list at point in another FORM: brackets or lines."
  (interactive (list (completing-read "Write as: " '("brackets" "lines") nil t)))
  (tokenfield--command 'convert :to form))

(defun tokenfield-split-at-commas ()
  "Make several entries of the one text at point, cut at its commas."
  (interactive)
  (tokenfield--command 'convert :splitAtCommas t))

;;; Copies

(defun tokenfield-copy ()
  "Copy the selected entries, or the one at point, as text."
  (interactive)
  (let ((outcome (apply #'tokenfield--command 'copy (tokenfield--indices))))
    (when (stringp (plist-get outcome :text))
      (kill-new (plist-get outcome :text)))))

(defun tokenfield-cut ()
  "Cut the selected entries, or the one at point."
  (interactive)
  (let ((outcome (apply #'tokenfield--command 'cut (tokenfield--indices))))
    (when (stringp (plist-get outcome :text))
      (kill-new (plist-get outcome :text)))))

(defun tokenfield-yank (&optional argument)
  "Insert the last kill as entries; with ARGUMENT, as `yank' does.
What is not pasted by the daemon is yanked as ever."
  (interactive "*P")
  (let ((outcome (and (not argument)
                      (tokenfield--act 'paste :text (tokenfield--writable
                                                     (substring-no-properties
                                                      (current-kill 0)))))))
    (unless (eq (plist-get outcome :handled) t)
      (setq this-command 'yank)
      (yank argument))))

(defun tokenfield-terminal-paste (event)
  "Put what EVENT pastes in a terminal in the place of what is selected."
  (interactive "e")
  (let ((outcome (and (stringp (nth 1 event))
                      (tokenfield--act 'paste :text (tokenfield--writable (nth 1 event))))))
    (unless (eq (plist-get outcome :handled) t)
      (setq this-command 'xterm-paste)
      (funcall (symbol-function 'xterm-paste) event))))

;;; Fields

(defun tokenfield-next-field ()
  "Go to the next field."
  (interactive)
  (tokenfield--command 'navigate :to "next"))

(defun tokenfield-previous-field ()
  "Go to the field before."
  (interactive)
  (tokenfield--command 'navigate :to "previous"))

(defun tokenfield-goto-field (field)
  "Go to FIELD."
  (interactive
   (list (completing-read "Go to field: "
                          (append (mapcar #'tokenfield-field-id tokenfield--fields)
                                  '("first" "last" "empty" "body"))
                          nil t)))
  (tokenfield--command 'navigate :to field))

(defun tokenfield-set-field-state (field &rest state)
  "Have STATE shown of FIELD, until it is taken back with nil.
STATE has `:error' and `:title', texts or nil, and `:enabled', t,
`:json-false' or nil.  For programs: an error that a mail server told,
say."
  (tokenfield--tell)
  (tokenfield--call :tokenField/setFieldState
                    (append (list :textDocument (tokenfield--document) :field field) state)
                    #'ignore))

(defun tokenfield-set-error (field text)
  "Show TEXT as an error of FIELD until it is set to the empty text."
  (interactive
   (list (completing-read "Field: " (mapcar #'tokenfield-field-id tokenfield--fields) nil t)
         (read-string "Error: ")))
  (tokenfield-set-field-state field :error (and (not (string-empty-p text)) text)))

;;; The mouse

(defun tokenfield-mouse-select (event)
  "Select the entry that EVENT clicks on."
  (interactive "e")
  (mouse-set-point event)
  (deactivate-mark)
  (tokenfield-select)
  (tokenfield--happened
   (list :type "didActivate"
         :field (let ((field (tokenfield--field-at (point))))
                  (and field (tokenfield-field-id field)))
         :text (let ((chip (tokenfield--token-at (point))))
                 (and chip (plist-get (overlay-get chip 'tokenfield-chip) :display))))))

(define-key tokenfield-chip-map [double-mouse-1] #'tokenfield-mouse-select)

(provide 'tokenfield-commands)
;;; tokenfield-commands.el ends here
