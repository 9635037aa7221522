;;; tokenfield-tools-tests.el --- Findings, fixes, cards, names, modes  -*- lexical-binding: t; -*-

;;; Commentary:

;; What goes to Flymake, Eldoc, Xref and Imenu, and where the mode is on.

;;; Code:

(require 'tokenfield-support)
(require 'org)
(require 'xref)

(defun test-codes ()
  "The codes of the findings that Flymake shows, sorted."
  (sort (mapcar (lambda (found) (plist-get (flymake-diagnostic-data found) :code))
                (flymake-diagnostics))
        #'string<))

(defconst test-faulty "To: Ana <ana@gmial.com>, x@@example.org\nCc: Ana <ana@gmial.com>\n\n|body\n"
  "A draft with findings.")

(ert-deftest findings-go-to-flymake ()
  "Flymake shows the findings of now, and none when they are mended."
  (test-with-draft test-faulty
    (test-wait "the findings" #'test-codes)
    (should (equal (test-codes) '("duplicate" "extra-at" "typo-domain" "typo-domain")))
    (should (equal (flymake-diagnostic-type (car (flymake-diagnostics 28 30))) :error))
    (goto-char (point-min))
    (delete-region (point) (line-end-position))
    (insert "To: ana@example.org")
    (forward-line 1)
    (delete-region (point) (line-end-position))
    (insert "Cc: ")
    (goto-char (point-max))
    (tokenfield--tell)
    (test-wait "their end" (lambda () (not (test-codes))))))

(ert-deftest findings-are-mended-by-a-command ()
  "`tokenfield-fix' mends what is at point, or the next that can be."
  (test-with-draft test-faulty
    (test-wait "the findings" #'test-codes)
    (goto-char 15)
    (tokenfield-fix)
    (should (string-prefix-p "To: Ana <ana@gmail.com>, x@@example.org\nCc: Ana <ana@gmial.com>\n"
                             (buffer-string)))
    (test-settle)
    (test-wait "the findings" (lambda () (equal (test-codes) '("extra-at" "typo-domain"))))
    (goto-char (point-max))
    (tokenfield-fix)
    (should (string-search "Cc: Ana <ana@gmail.com>\n" (buffer-string)))
    (undo-boundary)
    (let ((last-command 'other)) (undo 1))
    (should (string-search "Cc: Ana <ana@gmial.com>\n" (buffer-string)))))

(ert-deftest findings-offer-what-can-be-done ()
  "`tokenfield-act' does the action that is chosen by its title."
  (test-with-draft "To: Ana <ana@example.org>|\nCc: \n\nbody\n"
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt titles &rest _)
                 (cl-find "Move Ana.* to Cc" titles :test #'string-match-p))))
      (tokenfield-act))
    (should (equal (buffer-string) "To: \nCc: Ana <ana@example.org>\n\nbody\n"))))

(ert-deftest findings-ask-before-sending ()
  "A message that is not ready is sent only when the user says so."
  (let ((tokenfield-check-before-sending t) (asked nil) (answer nil))
    (test-with-draft "To: \nSubject: x\n\nbo|dy\n"
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (prompt) (push prompt asked) answer)))
        (should (memq #'tokenfield-check-before-sending message-send-hook))
        (should-error (tokenfield-check-before-sending) :type 'user-error)
        (should (= (length asked) 1))
        (should (string-match-p "recipient" (car asked)))
        (setq answer t)
        (tokenfield-check-before-sending)
        (should (= (length asked) 2))
        (goto-char 5)
        (insert "ana@example.org")
        (tokenfield-check-before-sending)
        (should (= (length asked) 2))))))

(ert-deftest findings-ask-when-nothing-was-checked ()
  "A daemon that does not answer is no reason to send unchecked."
  (test-with-stub "silent"
    (test-with #'message-mode "To: a@example.org\n\nbody\n"
      (let ((asked nil))
        (cl-letf (((symbol-function 'y-or-n-p) (lambda (prompt) (push prompt asked) t)))
          (tokenfield-check-before-sending))
        (should (string-match-p "not checked" (car asked)))))))

(ert-deftest tools-show-the-card-in-eldoc ()
  "Eldoc is told the card of the entry at point, and nothing elsewhere."
  (test-with-draft "To: José| García <jose.garcia@example.org>\n\nbody\n"
    (let ((card nil))
      (test-wait "the address books"
                 (lambda ()
                   (tokenfield-eldoc (lambda (text &rest _) (setq card text)))
                   (accept-process-output nil 0.05)
                   (and card (string-search "mutt-alias" card))))
      (should (string-search "jose.garcia@example.org" card))
      (goto-char (point-max))
      (should-not (tokenfield-eldoc #'ignore)))))

(ert-deftest tools-list-fields-in-imenu ()
  "Imenu has the fields beside what the mode lists."
  (test-with #'org-mode "* Head :work:home:\ntext\n* Other\n"
    (test-settle)
    (let ((index (funcall imenu-create-index-function)))
      (should (equal (mapcar #'car (cdr (assoc "Fields" index))) '("tags")))
      (should (assoc "Other" index)))))

(ert-deftest tools-find-and-rename-tags ()
  "Xref lists the places of a tag, and a rename changes each of them."
  (let* ((folder (file-name-as-directory (make-temp-file "tokenfield" t)))
         (one (concat folder "one.md"))
         (two (concat folder "two.org"))
         (tokenfield-folders (list folder)))
    (write-region "---\ntags: [proj, other]\n---\nSee #proj here.\n" nil one nil 'quiet)
    (write-region "* Head :proj:\n" nil two nil 'quiet)
    (tokenfield-restart)
    (unwind-protect
        (let ((buffer (find-file-noselect one))
              (tokenfield-languages '((text-mode . "markdown") (org-mode . "org"))))
          (switch-to-buffer buffer)
          (text-mode)
          (tokenfield-mode 1)
          (test-wait "the daemon" (lambda () tokenfield--uri))
          (test-settle)
          (goto-char 14)
          (should (eq (tokenfield-xref) 'tokenfield))
          (let ((places (xref-backend-references
                         'tokenfield (xref-backend-identifier-at-point 'tokenfield))))
            (should (equal (sort (mapcar #'xref-item-summary places) #'string<)
                           '("* Head :proj:" "See #proj here." "tags: [proj, other]"))))
          (tokenfield-rename "job")
          (test-wait "the rename" (lambda () (string-search "#job" (buffer-string))))
          (should (equal (buffer-string) "---\ntags: [job, other]\n---\nSee #job here.\n"))
          (with-current-buffer (find-buffer-visiting two)
            (should (equal (buffer-string) "* Head :job:\n"))
            (set-buffer-modified-p nil)
            (kill-buffer))
          (set-buffer-modified-p nil)
          (kill-buffer buffer))
      (setq tokenfield-folders nil)
      (delete-directory folder t)
      (tokenfield-restart))))

(ert-deftest tools-ask-before-a-rename-merges-tags ()
  "A name that another tag has already is taken only when the user says so."
  (test-with #'text-mode "---\ntags: [pr|oj, job]\n---\n"
    (let ((tokenfield-languages '((text-mode . "markdown"))) (asked nil) (answer nil))
      (tokenfield--show-again)
      (test-settle)
      (cl-letf (((symbol-function 'yes-or-no-p) (lambda (prompt) (push prompt asked) answer)))
        (tokenfield-rename "job")
        (test-wait "the question" (lambda () asked))
        (should (equal (buffer-string) "---\ntags: [proj, job]\n---\n"))
        (setq answer t)
        (tokenfield-rename "job")
        (test-wait "the rename" (lambda () (equal (buffer-string) "---\ntags: [job]\n---\n")))))))

(ert-deftest tools-rename-nothing-that-has-changed ()
  "A rename of a version that is past changes nothing at all."
  (test-with-draft "To: ana@example.org|\n\nbody\n"
    (tokenfield--renamed
     `(:documentChanges
       [(:textDocument (:uri ,tokenfield--uri :version ,(1- tokenfield--version))
         :edits [(:range ,(tokenfield--range 5 8) :newText "eve")])]
       :changeAnnotations (:rename (:label "Rename" :description "1 place"))))
    (should (equal (test-line) "To: ana@example.org|"))))

(ert-deftest tools-doctor-says-how-it-is ()
  "The doctor names program, daemon and buffer."
  (test-with-draft "To: a@example.org\n\nbody\n"
    (tokenfield-doctor)
    (with-current-buffer "*tokenfield doctor*"
      (test-wait "the daemon's part" (lambda () (string-search "aliases" (buffer-string))))
      (should (string-search "Daemon: ready" (buffer-string)))
      (should (string-search "message-mode, mode t" (buffer-string))))))

(ert-deftest modes-turn-it-on-where-it-belongs ()
  "The global mode is on in the modes of the option, and in no other."
  (require 'log-edit)
  (require 'diff-mode)
  (require 'bibtex)
  (require 'conf-mode)
  (global-tokenfield-mode 1)
  (unwind-protect
      (pcase-dolist (`(,mode ,wanted ,language)
                     '((message-mode t "message") (mail-mode t "mail") (org-mode t "org")
                       (log-edit-mode t "git-commit") (diff-mode t "diff")
                       (conf-toml-mode t "toml") (bibtex-mode t "bibtex")
                       (latex-mode t "latex") (text-mode t "text")
                       (emacs-lisp-mode nil nil) (html-mode nil nil)))
        (let ((buffer (generate-new-buffer "mode")))
          (with-current-buffer buffer
            (funcall mode)
            (should (equal (list mode (and tokenfield-mode t)) (list mode wanted)))
            (when language (should (equal (tokenfield--language) language)))
            (set-buffer-modified-p nil))
          (kill-buffer buffer)))
    (global-tokenfield-mode -1)))

(ert-deftest modes-that-are-packages ()
  "Markdown, notmuch, mu4e and Magit's messages have the mode, where they are installed."
  (global-tokenfield-mode 1)
  (unwind-protect
      (pcase-dolist (`(,library ,mode ,language)
                     '((markdown-mode markdown-mode "markdown")
                       (notmuch notmuch-message-mode "notmuch-message")
                       (mu4e-compose mu4e-compose-mode "mu4e-compose")))
        (when (require library nil t)
          (with-temp-buffer
            (rename-buffer "*mode*" t)
            (insert "To: a@example.org\n--text follows this line--\n")
            (cl-letf (((symbol-function 'mu4e--server-start) #'ignore)
                      ((symbol-function 'mu4e--server-call-mu) #'ignore))
              (funcall mode))
            (should (equal (list mode (and tokenfield-mode t) (tokenfield--language))
                           (list mode t language)))
            (when (and (local-variable-p 'company-backends) (eq mode 'notmuch-message-mode))
              (should (equal (symbol-value 'company-backends)
                             '(company-capf notmuch-company)))))))
    (global-tokenfield-mode -1))
  (when (require 'git-commit nil t)
    (global-tokenfield-mode 1)
    (unwind-protect
        (with-temp-buffer
          (rename-buffer "*mode*" t)
          (text-mode)
          (git-commit-mode 1)
          (should tokenfield-mode)
          (should (equal (tokenfield--language) "git-commit")))
      (global-tokenfield-mode -1))))

;;; tokenfield-tools-tests.el ends here
