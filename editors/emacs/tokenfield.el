;;; tokenfield.el --- Recipients and tags as chips  -*- lexical-binding: t; -*-

;; Author: The tokenfield authors
;; Maintainer: The tokenfield authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: mail, convenience, completion
;; URL: https://example.org/tokenfield

;;; Commentary:

;; Fields that hold a list of people or tags: the recipients of a mail, the
;; trailers of a commit message, the tags of a note.  Their entries are drawn
;; as chips, completed, checked, and edited as units.  All of it is done by the
;; program `tokenfield', a language server; this package is its client.
;;
;;   (use-package tokenfield
;;     :load-path "…/editors/emacs"
;;     :config (global-tokenfield-mode))
;;
;; M-x tokenfield-doctor says how it is set up.

;;; Code:

(require 'cl-lib)
(require 'easymenu)
(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-daemon)
(require 'tokenfield-events)
(require 'tokenfield-chips)
(require 'tokenfield-collapse)
(require 'tokenfield-act)
(require 'tokenfield-keys)
(require 'tokenfield-commands)
(require 'tokenfield-completion)
(require 'tokenfield-findings)
(require 'tokenfield-tools)

;;; Keys and menu

(defvar tokenfield-command-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key . ,command)
                   '(("s" . tokenfield-select) ("t" . tokenfield-toggle)
                     ("h" . tokenfield-select-all) ("u" . tokenfield-unselect)
                     ("c" . tokenfield-commit) ("g" . tokenfield-cancel)
                     ("e" . tokenfield-edit-entry) ("=" . tokenfield-set-draft)
                     ("a" . tokenfield-add) ("k" . tokenfield-remove)
                     ("r" . tokenfield-replace) ("K" . tokenfield-clear)
                     ("x" . tokenfield-expand) ("b" . tokenfield-move-back)
                     ("f" . tokenfield-move-forward) ("m" . tokenfield-move-to-field)
                     ("S" . tokenfield-sort) ("U" . tokenfield-unique)
                     ("l" . tokenfield-convert) ("," . tokenfield-split-at-commas)
                     ("w" . tokenfield-copy) ("d" . tokenfield-cut)
                     ("y" . tokenfield-yank) ("n" . tokenfield-next-field)
                     ("p" . tokenfield-previous-field) ("j" . tokenfield-goto-field)
                     ("!" . tokenfield-fix) ("." . tokenfield-act)
                     ("?" . tokenfield-check) ("R" . tokenfield-rename)
                     ("o" . tokenfield-toggle-collapse) ("TAB" . tokenfield-complete)
                     ("E" . tokenfield-set-error) ("D" . tokenfield-doctor)
                     ;; Emacs' own help for a prefix looks outside of the field.
                     ("C-h" . tokenfield-describe-keys)))
      (define-key map (kbd key) command))
    map)
  "Keymap of all commands, behind \\`C-c ,' in a field.")

(defvar tokenfield-mode-map
  (let ((map (make-sparse-keymap)))
    (tokenfield--bind-keys map)
    (tokenfield--bind-sending map)
    (tokenfield--bind map (kbd "C-c ,") tokenfield-command-map #'tokenfield--in-field-p)
    map)
  "Keymap of `tokenfield-mode'; each key acts in fields only.")

(easy-menu-define tokenfield-mode-menu tokenfield-mode-map
  "Menu of `tokenfield-mode'."
  '("Tokens"
    ["Complete" tokenfield-complete (tokenfield--in-field-p)]
    ["Mend What Is Wrong" tokenfield-fix tokenfield--findings]
    ["Do…" tokenfield-act (tokenfield--in-field-p)]
    ["Check Before Sending" tokenfield-check]
    "---"
    ["Select" tokenfield-select (tokenfield--in-field-p)]
    ["Select All" tokenfield-select-all (tokenfield--in-field-p)]
    ["Edit" tokenfield-edit-entry (tokenfield--in-field-p)]
    ["Replace…" tokenfield-replace (tokenfield--in-field-p)]
    ["Remove" tokenfield-remove (tokenfield--in-field-p)]
    ["Expand Group" tokenfield-expand (tokenfield--in-field-p)]
    ["Move to Field…" tokenfield-move-to-field (tokenfield--in-field-p)]
    ["Copy" tokenfield-copy (tokenfield--in-field-p)]
    ["Cut" tokenfield-cut (tokenfield--in-field-p)]
    "---"
    ["Add…" tokenfield-add (tokenfield--in-field-p)]
    ["Sort" tokenfield-sort (tokenfield--in-field-p)]
    ["Remove Duplicates" tokenfield-unique (tokenfield--in-field-p)]
    ["Clear" tokenfield-clear (tokenfield--in-field-p)]
    ["Next Field" tokenfield-next-field tokenfield--fields]
    ["Previous Field" tokenfield-previous-field tokenfield--fields]
    "---"
    ["Rename Everywhere…" tokenfield-rename (tokenfield--in-field-p)]
    ["Long Fields as One Row" tokenfield-toggle-collapse
     :style toggle :selected tokenfield-collapse]
    ["Doctor" tokenfield-doctor]))

;;; A buffer and the daemon

(defun tokenfield--language ()
  "The daemon's name for the language of this buffer."
  (or (cl-loop for (mode . language) in tokenfield-languages
               when (or (and (boundp mode) (symbol-value mode)) (eq mode major-mode))
               return language)
      (cl-loop for (mode . language) in tokenfield-languages
               when (and (not (eq mode 'text-mode)) (derived-mode-p mode))
               return language)
      (string-remove-suffix "-mode" (symbol-name major-mode))))

(defun tokenfield--name ()
  "A URI for this buffer; of an indirect one it is not that of the file."
  (if (and buffer-file-name (not (buffer-base-buffer))
           (not (file-remote-p buffer-file-name)))
      (tokenfield--file-uri buffer-file-name)
    (concat "untitled:" (url-hexify-string (buffer-name)))))

(defun tokenfield--show-daemon ()
  "Show this buffer to the daemon, if that is ready."
  (when (and (tokenfield--ready-p) (not tokenfield--uri))
    (let ((name (tokenfield--name)))
      (setq tokenfield--uri (if (tokenfield--buffer name)
                                (format "%s#%s" name (random 1000000))
                              name)
            tokenfield--version 1
            tokenfield--changes nil
            tokenfield--known-line nil
            tokenfield--tick (buffer-chars-modified-tick)))
    (unless (tokenfield--notify
             :textDocument/didOpen
             (list :textDocument (list :uri tokenfield--uri :languageId (tokenfield--language)
                                       :version 1 :text (tokenfield--whole)))
             (buffer-size))
      (setq tokenfield--uri nil))))

(defun tokenfield--hide ()
  "Take this buffer away from the daemon, and all that it drew."
  (when tokenfield--uri
    (tokenfield--notify :textDocument/didClose
                        (list :textDocument (tokenfield--document))))
  (setq tokenfield--uri nil)
  (tokenfield--clean))

(defun tokenfield--clean ()
  "Take away all that was drawn in this buffer."
  (tokenfield--select nil)
  (tokenfield--erase-all)
  (tokenfield--forget-findings))

(defun tokenfield--show-again ()
  "Show this buffer to the daemon anew, by its name and language of now."
  (tokenfield--hide)
  (tokenfield--show-daemon))

(defun tokenfield--show-all ()
  "Show every buffer to a daemon that has just become ready.
One that was stopped for a while is told what it has missed."
  (dolist (buffer tokenfield--buffers)
    (when (buffer-live-p buffer)
      (with-current-buffer buffer
        (tokenfield--show-daemon)
        (tokenfield--tell)))))

(add-hook 'tokenfield-ready-hook #'tokenfield--show-all)
(add-hook 'tokenfield-gone-hook #'tokenfield--erase-all)
(add-hook 'tokenfield-gone-hook #'tokenfield--forget-findings)

(defun tokenfield--saved ()
  "Tell the daemon that this buffer was saved."
  (when tokenfield--uri
    (tokenfield--tell)
    (tokenfield--notify :textDocument/didSave (list :textDocument (tokenfield--document)))))

(defun tokenfield--cloned ()
  "Make a document of its own of an indirect buffer that was just made."
  (dolist (variable '(tokenfield--uri tokenfield--fields tokenfield--selection
                      tokenfield--report tokenfield--timer tokenfield--caret-timer
                      tokenfield--findings))
    (set variable nil))
  (tokenfield--erase-all)
  (remove-overlays (point-min) (point-max) 'tokenfield 'selected)
  (cl-pushnew (current-buffer) tokenfield--buffers)
  (tokenfield--show-daemon))

(defun tokenfield-send-settings ()
  "Tell the daemon `tokenfield-settings' as they are now."
  (interactive)
  (tokenfield--notify :workspace/didChangeConfiguration
                      (list :settings (or tokenfield-settings (make-hash-table)))))

(defun tokenfield--take (method params)
  "Draw or tell the notification METHOD with PARAMS."
  (pcase method
    ('tokenField/publishChips (tokenfield--draw params))
    ('tokenField/event
     (tokenfield--later
      (lambda ()
        (tokenfield--happened params)
        (when (equal (plist-get params :type) "didBeginEditing")
          (tokenfield--say-field (plist-get params :field))))))))

(defun tokenfield--say-field (id)
  "Say what is in the field ID, where nothing is drawn beside it."
  (let ((said (cl-some (lambda (field)
                         (and (equal id (tokenfield-field-id field))
                              (tokenfield-field-said field)))
                       tokenfield--fields)))
    (when (and said (eq tokenfield-style 'accessible))
      (tokenfield--say
       (string-join
        (delq nil (list (plist-get said :label)
                        (format "%d entries" (plist-get said :total))
                        (plist-get said :error)
                        (or (plist-get said :placeholder) (plist-get said :title))))
        ", ")
       nil))))

(add-hook 'tokenfield-notification-functions #'tokenfield--take)

;;; Point

(defvar-local tokenfield--caret-timer nil
  "The timer that will tell where point is.")

(defvar-local tokenfield--was-in-field nil
  "The field that point was in when it was looked at last.")

(defvar-local tokenfield--was-at nil
  "Where point was when it was looked at last.")

(defun tokenfield--look ()
  "Look where point is after a command, and tell the daemon some time later."
  (when (and tokenfield--uri (not (eql (point) tokenfield--was-at)))
    (tokenfield--leave-line-end)
    (setq tokenfield--was-at (point))
    (tokenfield--selection)
    (tokenfield--reveal)
    (let ((field (tokenfield--field-at (point))))
      (when (or field tokenfield--was-in-field)
        (unless (eq field tokenfield--was-in-field)
          (when field (tokenfield--open field))
          (setq tokenfield--was-in-field field))
        (unless (and tokenfield--caret-timer (memq tokenfield--caret-timer timer-list))
          (setq tokenfield--caret-timer
                (run-with-timer 0.05 nil #'tokenfield--tell-caret (current-buffer)))))))
  ;; A change that no hook told of: by an indirect buffer, or a careless program.
  (when (and tokenfield--uri (/= tokenfield--tick (buffer-chars-modified-tick)))
    (tokenfield--tell-soon)))

(defun tokenfield--leave-line-end ()
  "Move point out of a line end of two characters, in a field.
A text with both kinds of line ends shows them: what is typed behind the
^M would be no part of the line, and no part of the list for the daemon."
  (when (and (tokenfield--split-p (point))
             (not (region-active-p))
             (not buffer-read-only)
             (tokenfield--field-at (1- (point))))
    (forward-char (if (eql tokenfield--was-at (1- (point))) 1 -1))))

(defun tokenfield--tell-caret (buffer)
  "Tell the daemon where point is in BUFFER."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (setq tokenfield--caret-timer nil)
      (tokenfield--tell)
      (when tokenfield--uri
        (tokenfield--notify :tokenField/didMoveCaret
                            (list :textDocument (tokenfield--document)
                                  :position (tokenfield--position)))
        (unless tokenfield--was-in-field (tokenfield--collapse))))))

(defun tokenfield--window-changed (window)
  "Tell the daemon that WINDOW with this buffer was selected or left."
  (with-current-buffer (window-buffer window)
    (when tokenfield--uri
      (tokenfield--tell)
      (if (eq window (selected-window))
          (tokenfield--notify :tokenField/didFocus
                              (list :textDocument (tokenfield--document)
                                    :position (tokenfield--position)))
        (tokenfield--notify :tokenField/didBlur
                            (list :textDocument (tokenfield--document)))))))

;;; The mode

(defun tokenfield--hooks (change)
  "Have CHANGE, `add-hook' or `remove-hook', called for each local hook."
  (pcase-dolist (`(,hook ,function . ,depth)
                 '((before-change-functions tokenfield--before-change -90)
                   (after-change-functions tokenfield--after-change -90)
                   (post-command-hook tokenfield--look)
                   (after-save-hook tokenfield--saved)
                   (after-set-visited-file-name-hook tokenfield--show-again)
                   (clone-indirect-buffer-hook tokenfield--cloned)
                   (change-major-mode-hook tokenfield--off)
                   (kill-buffer-hook tokenfield--off)
                   (window-selection-change-functions tokenfield--window-changed)
                   (completion-at-point-functions tokenfield-completion-at-point -10)
                   (flymake-diagnostic-functions tokenfield-flymake)
                   (eldoc-documentation-functions tokenfield-eldoc)
                   (xref-backend-functions tokenfield-xref)
                   (company-mode-hook tokenfield--company)))
    (if (eq change #'add-hook)
        (add-hook hook function (car depth) t)
      (remove-hook hook function t)))
  (when (and (derived-mode-p 'message-mode)
             (or tokenfield-check-before-sending (eq change #'remove-hook)))
    (tokenfield--check-sending (eq change #'add-hook))))

(defun tokenfield--off ()
  "Turn `tokenfield-mode' off."
  (tokenfield-mode -1))

(define-minor-mode tokenfield-mode
  "Draw recipients and tags as chips, complete, check and edit them as units.

In a field, DEL selects the entry before point and removes it when it is
pressed again; `,' and RET make an entry of what is typed; TAB completes
it or goes on to the next field.  Outside of fields no key is bound.

\\{tokenfield-mode-map}"
  :lighter " Tokens"
  (if (not tokenfield-mode)
      (progn
        (tokenfield--hide)
        (tokenfield--hooks #'remove-hook)
        (remove-from-invisibility-spec 'tokenfield)
        (remove-function (local 'imenu-create-index-function) #'tokenfield--imenu)
        (setq tokenfield--buffers (delq (current-buffer) tokenfield--buffers)
              tokenfield--report nil))
    (cl-pushnew (current-buffer) tokenfield--buffers)
    (tokenfield--hooks #'add-hook)
    (add-to-invisibility-spec 'tokenfield)
    (add-function :around (local 'imenu-create-index-function) #'tokenfield--imenu)
    (tokenfield--company)
    (tokenfield--start)
    (tokenfield--show-daemon)
    (when (and tokenfield-flymake (not (bound-and-true-p flymake-mode)))
      (flymake-mode 1))))

(defun tokenfield--turn-on ()
  "Turn `tokenfield-mode' on in the modes of `tokenfield-modes'."
  (when (and (not tokenfield-mode) (not (minibufferp))
             (or (memq major-mode tokenfield-modes)
                 (apply #'derived-mode-p (remq 'text-mode tokenfield-modes))
                 (and (eq major-mode 'fundamental-mode)
                      buffer-file-name
                      (cl-some (lambda (name) (string-match-p name buffer-file-name))
                               tokenfield-files))))
    (tokenfield-mode 1)))

(defun tokenfield--turn-on-commit ()
  "Turn `tokenfield-mode' on in a commit message of Magit."
  (when (bound-and-true-p global-tokenfield-mode)
    (if tokenfield-mode (tokenfield--show-again) (tokenfield-mode 1))))

;; Magit's mode for messages is a minor mode that comes after the major mode.
(add-hook 'git-commit-mode-hook #'tokenfield--turn-on-commit)

;;;###autoload
(define-globalized-minor-mode global-tokenfield-mode
  tokenfield-mode tokenfield--turn-on
  :group 'tokenfield)

;;;###autoload (autoload 'tokenfield-mode "tokenfield" nil t)

(provide 'tokenfield)
;;; tokenfield.el ends here
