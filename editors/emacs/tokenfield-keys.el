;;; tokenfield-keys.el --- Keys that act in fields only  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each key is bound with a filter, so that outside of fields it is not bound
;; at all, but for M-TAB.  In a field the daemon is asked; what it does not
;; want, or does not answer in time, the key does as if this mode were off.

;;; Code:

(require 'cl-lib)
(require 'tokenfield-options)
(require 'tokenfield-chips)
(require 'tokenfield-act)
(require 'tokenfield-completion)

(defvar tokenfield-mode)
(defvar multiple-cursors-mode)
(defvar evil-mc-mode)

(defvar-local tokenfield--pressed nil
  "When DEL was pressed last, for a key that repeats itself.")

(defvar-local tokenfield--joined nil
  "(POINT . TICK) of when the daemon wrote a blank behind a separator.")

;;; When a key is ours

(defun tokenfield--editable-p ()
  "Non-nil if keys may be ours in this buffer."
  (and (not buffer-read-only)
       (not (use-region-p))
       (not (bound-and-true-p multiple-cursors-mode))
       (not (bound-and-true-p evil-mc-mode))))

(defun tokenfield--awake-p ()
  "Non-nil if keys may be asked about in this buffer."
  (and tokenfield--uri
       (tokenfield--editable-p)
       tokenfield--connection
       (not (tokenfield--late-p))))

(defun tokenfield--selected-p ()
  "Non-nil if entries are selected, also while the daemon is away.
A key that is to remove them may not fall back on a letter then."
  (and tokenfield--selection
       (tokenfield--editable-p)
       (tokenfield--selection)))

(defun tokenfield--in-field-p ()
  "Non-nil if point is in a field, or entries are selected."
  (or (tokenfield--selected-p)
      (and (tokenfield--awake-p) (tokenfield--field-at (point)))))

(defun tokenfield--mention-before-p ()
  "Non-nil if point is behind somebody who is mentioned in running text."
  (cl-some (lambda (chip)
             (and (eq (tokenfield--class chip) 'mention)
                  (= (overlay-end chip) (point))))
           (tokenfield--chips-at (point))))

(defun tokenfield--if (predicate)
  "A filter for a key that is ours where PREDICATE gives non-nil."
  (lambda (command) (and (funcall predicate) command)))

(defun tokenfield--bind (map key command predicate)
  "In MAP have KEY run COMMAND where PREDICATE gives non-nil."
  (define-key map key `(menu-item "" ,command :filter ,(tokenfield--if predicate))))

;;; What a key does

(defun tokenfield--fall-back (key)
  "Do what KEY does without this mode."
  (let ((command (let ((tokenfield-mode nil)) (key-binding key t))))
    ;; `repeat' looked up here would repeat itself for ever.
    (when (or (not (commandp command)) (eq command 'repeat)
              (string-prefix-p "tokenfield-" (format "%s" command)))
      (setq command (if (characterp (aref key 0)) #'self-insert-command #'ignore)))
    ;; `repeat', undo and others are to see the command that is really run.
    (setq this-command command
          real-this-command command)
    (call-interactively command)))

(defun tokenfield--press (key &rest params)
  "Ask the daemon with PARAMS about KEY, and fall back on what it does else."
  (tokenfield--ask-about key params (tokenfield--in-field-p)))

(defun tokenfield--ask-about (key params ours)
  "Ask the daemon with PARAMS about KEY, if it is OURS; else fall back.
Where entries are selected, a key that acts on them does nothing else:
what it deletes without this mode would be a letter of an entry."
  (let* ((selected (tokenfield--selection))
         (outcome (and ours
                       (or selected (not current-prefix-arg))
                       (apply #'tokenfield--act 'key params))))
    (cond
     ((eq (plist-get outcome :handled) t))
     ((and selected (member (plist-get params :key)
                            '("Backspace" "Delete" "Enter" "Tab")))
      (user-error "Tokenfield does not answer: nothing is changed"))
     (t (when selected (tokenfield--select nil))
        (tokenfield--fall-back key)))))

(defun tokenfield--shift ()
  "Parameters that say whether Shift is held."
  (and this-command-keys-shift-translated '(:shift t)))

(defun tokenfield-backspace ()
  "Select the entry before point, or remove what is selected.
Within what is being typed it deletes as ever."
  (interactive)
  (let* ((now (float-time))
         (repeats (and tokenfield--pressed (not executing-kbd-macro)
                       (< (- now tokenfield--pressed) tokenfield-repeat))))
    (setq tokenfield--pressed now)
    (if (and (not (tokenfield--selection)) (tokenfield--in-draft-p (point)))
        (tokenfield--fall-back (kbd "DEL"))
      (tokenfield--ask-about (kbd "DEL")
                             (append '(:key "Backspace") (and repeats '(:repeat t)))
                             (tokenfield--backspace-p)))))

(defun tokenfield-delete ()
  "Select the entry behind point, or remove what is selected.
At the end of a field nothing goes: the line below is another field."
  (interactive)
  (tokenfield--press (if (eq last-command-event 'deletechar) [deletechar] (kbd "C-d"))
                     :key "Delete"))

(defun tokenfield-enter ()
  "Make what is typed an entry, open the selected one, or go on."
  (interactive)
  (tokenfield--press (kbd "RET") :key "Enter"))

(defun tokenfield--typing-p ()
  "Non-nil if something is being typed at point.
The daemon is asked, since what is drawn may be a few keys old."
  (let ((state (plist-get (tokenfield--act 'unselect) :state)))
    (member (plist-get state :mode) '("draft" "edit"))))

(defun tokenfield-tab ()
  "Complete what is typed; where nothing is, go to the next field.
Where TAB does not go on, it completes the entry before point, or says
that there is nothing to complete.  What it does without this mode it
does in `tokenfield-tab-modes', and when the daemon does not answer."
  (interactive)
  (let ((completion-fail-discreetly t)
        (outcome nil))
    (cond
     ((tokenfield--selection) (tokenfield--press (kbd "TAB") :key "Tab"))
     (current-prefix-arg (tokenfield--fall-back (kbd "TAB")))
     ((and (tokenfield--typing-p) (completion-at-point)))
     ((eq (plist-get (setq outcome (and (tokenfield--in-field-p)
                                        (tokenfield--act 'key :key "Tab")))
                     :handled)
          t))
     ((tokenfield-complete))
     ((or (null outcome) (apply #'derived-mode-p tokenfield-tab-modes))
      (tokenfield--fall-back (kbd "TAB")))
     (t (message "Nothing to complete")))))

(defun tokenfield-meta-tab ()
  "Complete the entry that is typed, or do what the key does else."
  (interactive)
  (unless (let ((completion-fail-discreetly t))
            (tokenfield-complete))
    (tokenfield--fall-back (kbd "M-TAB"))))

(defun tokenfield-backtab ()
  "Go to the field before, as TAB does to the next one."
  (interactive)
  (tokenfield--press [backtab] :key "Tab" :shift t))

(defun tokenfield-separator ()
  "Insert the separator that was typed; it ends what is typed before it.
The daemon writes a blank behind it.  A blank that is typed then, as one
is used to, adds none."
  (interactive)
  (let ((key (vector last-command-event)))
    (cond
     ((and abbrev-mode (not (tokenfield--selection)) (expand-abbrev))
      (tokenfield--fall-back key))
     ((and (eq last-command-event ?\s)
           (equal tokenfield--joined (cons (point) (buffer-chars-modified-tick))))
      (setq tokenfield--joined nil))
     (t
      (tokenfield--press key :text (string last-command-event))
      (setq tokenfield--joined
            (and (eq this-command 'tokenfield-separator)
                 (eq (char-before) ?\s)
                 (cons (point) (buffer-chars-modified-tick))))))))

(defun tokenfield-self-insert ()
  "Insert the character that was typed in the place of what is selected."
  (interactive)
  (let ((key (vector last-command-event)))
    (if (characterp last-command-event)
        (tokenfield--press key :text (string last-command-event))
      (tokenfield--fall-back key))))

(defun tokenfield-left ()
  "Select the entry before point, as the one step that it is."
  (interactive)
  (apply #'tokenfield--press (kbd "C-b") :key "Left" (tokenfield--shift)))

(defun tokenfield-right ()
  "Select the entry behind point, as the one step that it is."
  (interactive)
  (apply #'tokenfield--press (kbd "C-f") :key "Right" (tokenfield--shift)))

(defun tokenfield-home ()
  "Go with the selection to the first entry."
  (interactive)
  (apply #'tokenfield--press (kbd "C-a") :key "Home" (tokenfield--shift)))

(defun tokenfield-end ()
  "Go with the selection to the last entry."
  (interactive)
  (apply #'tokenfield--press (kbd "C-e") :key "End" (tokenfield--shift)))

(defun tokenfield-escape ()
  "Select nothing; bring back an entry that was being changed."
  (interactive)
  (tokenfield--press (kbd "C-g") :key "Escape"))

(defun tokenfield--step-p ()
  "Non-nil if an entry is one step of point here."
  (if tokenfield-move-by-chip
      (tokenfield--in-field-p)
    (tokenfield--selected-p)))

(defun tokenfield--backspace-p ()
  "Non-nil if DEL is to be asked about."
  (or (tokenfield--in-field-p)
      (and (tokenfield--awake-p) (tokenfield--mention-before-p))))

(defun tokenfield--bind-keys (map)
  "Put the keys of fields into MAP."
  (tokenfield--bind map (kbd "DEL") #'tokenfield-backspace #'tokenfield--backspace-p)
  (pcase-dolist
      (`(,predicate . ,keys)
       `((tokenfield--in-field-p
          ("C-d" . tokenfield-delete) ("<deletechar>" . tokenfield-delete)
          ("RET" . tokenfield-enter)
          ("TAB" . tokenfield-tab) ("<backtab>" . tokenfield-backtab)
          ("M-t" . tokenfield-transpose) ([remap yank] . tokenfield-yank))
         ;; Tags of running text and keys of trailers begin outside of fields;
         ;; there `text-mode' has `ispell-complete-word'.
         (tokenfield--awake-p ("M-TAB" . tokenfield-meta-tab))
         (tokenfield--step-p
          ("C-b" . tokenfield-left) ("<left>" . tokenfield-left)
          ("C-f" . tokenfield-right) ("<right>" . tokenfield-right))
         (tokenfield--selected-p
          ("C-a" . tokenfield-home) ("<home>" . tokenfield-home)
          ("C-e" . tokenfield-end) ("<end>" . tokenfield-end)
          ("C-g" . tokenfield-escape)
          ([remap self-insert-command] . tokenfield-self-insert)
          ([remap org-self-insert-command] . tokenfield-self-insert)
          ([remap xterm-paste] . tokenfield-terminal-paste)
          ([remap kill-region] . tokenfield-cut)
          ([remap kill-ring-save] . tokenfield-copy))))
    (pcase-dolist (`(,key . ,command) keys)
      (tokenfield--bind map (if (stringp key) (kbd key) key) command predicate)))
  (dolist (character tokenfield-separators)
    (tokenfield--bind map (vector character) #'tokenfield-separator
                      #'tokenfield--in-field-p)))

(provide 'tokenfield-keys)
;;; tokenfield-keys.el ends here
