;;; tokenfield-tools.el --- Cards, places and names by Emacs' own tools  -*- lexical-binding: t; -*-

;;; Commentary:

;; Eldoc shows the card of the entry at point, Xref where a tag stands, Imenu
;; the fields.  A rename changes no file if one of them is another by now.

;;; Code:

(require 'cl-lib)
(require 'imenu)
(require 'xref)
(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-daemon)
(require 'tokenfield-chips)
(require 'tokenfield-act)

(defun tokenfield--here ()
  "Where point is, as parameters of a request."
  (list :textDocument (tokenfield--document) :position (tokenfield--position)))

;;; Eldoc

(defun tokenfield-eldoc (callback &rest _)
  "Have CALLBACK told the card of the entry at point, for Eldoc."
  (when (and tokenfield--uri (tokenfield--ready-p) (tokenfield--chips-at (point)))
    (tokenfield--tell)
    (let ((place (point)))
      (tokenfield--call :textDocument/hover (tokenfield--here)
                        (lambda (hover)
                          (let ((card (plist-get (plist-get hover :contents) :value)))
                            (when (and (stringp card) (= place (point)))
                              (funcall callback (string-trim card)))))))
    t))

;;; Imenu

(defun tokenfield--imenu (original)
  "The index of ORIGINAL, with the fields beside it."
  (let ((fields (mapcar (lambda (field)
                          (cons (tokenfield-field-id field)
                                (overlay-start (tokenfield-field-value field))))
                        (cl-remove-if #'tokenfield--running-p tokenfield--fields)))
        (index (ignore-errors (funcall original))))
    (if fields (cons (cons "Fields" fields) index) index)))

;;; Xref

(defun tokenfield-xref ()
  "The backend of Xref for the tag or person at point, or nil."
  (and tokenfield--uri (tokenfield--token-at (point)) 'tokenfield))

(cl-defmethod xref-backend-identifier-at-point ((_backend (eql tokenfield)))
  "The display of the entry at point."
  (let ((chip (tokenfield--token-at (point))))
    (and chip
         (propertize (plist-get (overlay-get chip 'tokenfield-chip) :display)
                     'tokenfield-here (tokenfield--here)))))

(cl-defmethod xref-backend-identifier-completion-table ((_backend (eql tokenfield)))
  "Nothing: what is at point counts."
  nil)

(cl-defmethod xref-backend-definitions ((_backend (eql tokenfield)) _identifier)
  "Nothing: a tag is not defined anywhere."
  nil)

(cl-defmethod xref-backend-references ((_backend (eql tokenfield)) identifier)
  "The places of IDENTIFIER in open documents and files, unless the user types."
  (tokenfield--tell)
  (let* ((here (or (get-text-property 0 'tokenfield-here identifier) (tokenfield--here)))
         (found nil) (settled nil)
         (settle (lambda (result) (setq found result settled t))))
    (tokenfield--call :textDocument/references
                      (append here '(:context (:includeDeclaration t)))
                      settle (lambda (_problem) (funcall settle nil)) 120)
    ;; Files may have to be read; any key ends the wait.
    (with-temp-message "Searching…"
      (while (and tokenfield--connection (not settled) (sit-for 0.05 t))))
    (delq nil (mapcar #'tokenfield--xref-item found))))

(defun tokenfield--uri-file (uri)
  "The file of URI, or nil."
  (and (stringp uri) (string-prefix-p "file://" uri)
       (decode-coding-string (url-unhex-string (substring uri 7)) 'utf-8)))

(defun tokenfield--xref-item (location)
  "LOCATION as Xref has it, with its line, or nil if it has no place."
  (let* ((uri (plist-get location :uri))
         (start (plist-get (plist-get location :range) :start))
         (line (plist-get start :line))
         (column (plist-get start :character))
         (buffer (tokenfield--buffer uri))
         (file (tokenfield--uri-file uri)))
    (cond
     (buffer
      (with-current-buffer buffer
        (let ((place (tokenfield--place start)))
          (and place
               (save-restriction
                 (widen)
                 (xref-make (save-excursion
                              (goto-char place)
                              (buffer-substring (line-beginning-position)
                                                (line-end-position)))
                            (xref-make-buffer-location buffer place)))))))
     ((and file (natnump line) (natnump column))
      (xref-make (tokenfield--line-of file line)
                 (xref-make-file-location file (1+ line) column))))))

(defun tokenfield--line-of (file number)
  "The line of NUMBER, from 0, of FILE."
  (with-temp-buffer
    (if (not (ignore-errors (insert-file-contents file)))
        ""
      (forward-line number)
      (buffer-substring (line-beginning-position) (line-end-position)))))

;;; Rename

(defun tokenfield-rename (name)
  "Give the tag or person at point another NAME, wherever it stands.
A tag is renamed in all notes; files that nobody has open are visited,
and left to be saved."
  (interactive
   (progn
     (tokenfield--tell)
     (let ((old (and tokenfield--uri
                     (tokenfield--ask :textDocument/prepareRename (tokenfield--here)))))
       (unless old (user-error "Nothing to rename here"))
       (list (read-string (format "Rename %s to: " (plist-get old :placeholder))
                          (plist-get old :placeholder))))))
  (tokenfield--tell)
  (tokenfield--call
   :textDocument/rename (append (tokenfield--here) (list :newName name))
   ;; It may ask, and visits files.
   (lambda (edit) (tokenfield--later (lambda () (tokenfield--renamed edit))))
   (lambda (problem) (message "Tokenfield: %s" (plist-get problem :message)))
   300))

(defun tokenfield--renamed (edit)
  "Make EDIT of a rename in all its files; none if one of them has changed."
  (let* ((changes (append (plist-get edit :documentChanges) nil))
         (notes (cl-loop for (_ note) on (plist-get edit :changeAnnotations) by #'cddr
                         collect note))
         (asks (cl-some (lambda (note) (eq (plist-get note :needsConfirmation) t)) notes))
         (words (mapconcat (lambda (note)
                             (format "%s: %s" (plist-get note :label)
                                     (plist-get note :description)))
                           notes "; ")))
    (if (or (null changes)
            (and asks (not (yes-or-no-p (format "%s.  Go on? " words)))))
        (message "Nothing was renamed")
      (let ((buffers (mapcar #'tokenfield--rename-buffer changes)))
        (if (memq nil buffers)
            (message "Nothing was renamed: a text has changed meanwhile")
          (cl-mapc (lambda (buffer change)
                     (with-current-buffer buffer
                       (unless (tokenfield--edit (plist-get change :edits))
                         (setq words (format "%s; %s was left out" words buffer)))
                       (tokenfield--tell)))
                   buffers changes)
          (message "%s" words))))))

(defun tokenfield--rename-buffer (change)
  "The buffer in which CHANGE can be made as it is, or nil."
  (let* ((document (plist-get change :textDocument))
         (uri (plist-get document :uri))
         (version (plist-get document :version))
         (buffer (or (tokenfield--buffer uri)
                     (and (null version)
                          (tokenfield--uri-file uri)
                          (find-file-noselect (tokenfield--uri-file uri) t)))))
    (and buffer
         (with-current-buffer buffer
           (and (not buffer-read-only)
                (if version
                    (tokenfield--current-p version)
                  (and (not (buffer-modified-p)) (verify-visited-file-modtime)))
                (tokenfield--regions (plist-get change :edits))
                buffer)))))

;;; Help

(defun tokenfield-describe-keys ()
  "List the commands behind the prefix key, with what they do."
  (interactive)
  (let ((keys (substring (this-single-command-keys) 0 -1))
        (commands nil))
    (map-keymap (lambda (event command)
                  (when (commandp command) (push (cons event command) commands)))
                (symbol-value 'tokenfield-command-map))
    (with-help-window (help-buffer)
      (pcase-dolist (`(,event . ,command)
                     (cl-sort commands #'string-lessp
                              :key (lambda (entry) (symbol-name (cdr entry)))))
        (princ (format "%-9s %-29s %s\n" (key-description (vconcat keys (vector event)))
                       command (car (split-string (documentation command) "\n"))))))))

;;; Doctor

(defun tokenfield-doctor ()
  "Say how tokenfield is set up, and what went wrong."
  (interactive)
  (let ((here (list major-mode (bound-and-true-p tokenfield-mode) tokenfield--uri
                    tokenfield--version (length tokenfield--fields)))
        (program (executable-find (car tokenfield-program)))
        (buffer (get-buffer-create "*tokenfield doctor*")))
    (with-current-buffer buffer
      (special-mode)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (format "Emacs %s\nProgram: %s\nDaemon: %s\nBuffers: %s\n"
                        emacs-version (or program (format "%s, which is not found"
                                                          (car tokenfield-program)))
                        (cond ((tokenfield--ready-p) "ready")
                              (tokenfield--connection "starting")
                              (t "not running"))
                        (length (cl-remove-if-not #'buffer-live-p tokenfield--buffers)))
                (apply #'format "This buffer: %s, mode %s, %s, version %s, %s fields\n" here)
                (if tokenfield--notes
                    (concat "\nWhat went wrong, the last first:\n"
                            (mapconcat (lambda (note) (concat "  " note))
                                       tokenfield--notes "\n")
                            "\n")
                  "\nNothing went wrong.\n")
                "\n"))
      (when program
        (set-process-sentinel
         (make-process :name "tokenfield doctor" :buffer buffer :noquery t
                       :command (list program "doctor") :connection-type 'pipe)
         #'ignore)))
    (display-buffer buffer)))

(provide 'tokenfield-tools)
;;; tokenfield-tools.el ends here
