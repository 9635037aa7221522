;;; tokenfield-completion-tests.el --- Candidates in every front end  -*- lexical-binding: t; -*-

;;; Commentary:

;; The standard interface, and company, Orderless and Vertico where they are
;; installed.  People are those of the sample's address books.

;;; Code:

(require 'tokenfield-support)

(setq tokenfield-announce nil)

(defun test-candidates ()
  "What completion at point would show, in order."
  (let* ((data (tokenfield-completion-at-point))
         (beg (nth 0 data)) (end (nth 1 data)) (table (nth 2 data))
         (all (completion-all-completions
               (buffer-substring-no-properties beg end) table nil (- (point) beg)
               (completion-metadata "" table nil))))
    (when (consp all)
      (setcdr (last all) nil)
      (mapcar (lambda (word)
                (concat (substring-no-properties word)
                        (funcall (plist-get (nthcdr 3 data) :annotation-function) word)))
              all))))

(defmacro test-typing (text &rest body)
  "Type TEXT into `To:' of a draft, and do BODY."
  (declare (indent 1))
  `(test-with-draft "To: |\nCc: eva@example.net\n\nbody\n"
     (test-type ,text)
     (tokenfield--tell)
     ,@body))

(ert-deftest completion-keeps-the-daemons-order ()
  "Whatever styles a user has, the list is the daemon's."
  (test-typing "jos"
    (let ((daemons (mapcar (lambda (item) (plist-get item :label))
                           (plist-get (tokenfield--ask
                                       :textDocument/completion
                                       (list :textDocument (tokenfield--document)
                                             :position (tokenfield--position)
                                             :context '(:triggerKind 1)))
                                      :items))))
      (should (> (length daemons) 1))
      (dolist (styles '((basic) (partial-completion) (flex) (substring) (emacs22)))
        (let ((completion-styles styles)
              (candidates (test-candidates)))
          (should (equal (length candidates) (length daemons)))
          (cl-mapc (lambda (candidate label) (should (string-prefix-p label candidate)))
                   candidates daemons))))))

(ert-deftest completion-finds-by-any-word ()
  "Words are looked for in names and addresses, without accents and case."
  (dolist (row '(("garcia" . "José García <jose.garcia@example.org>, ")
                 ("SILVA" . "José da Silva <jose.silva@example.net>, ")
                 ("omar" . "Omar Haddad <omar@example.com>, ")))
    (test-typing (car row)
      (tokenfield-complete)
      (should (equal (test-line) (concat "To: " (cdr row) "|"))))))

(ert-deftest completion-writes-names-in-quotes ()
  "A name with a comma is written in quotes, though it is shown without."
  (test-with-draft "To: |\n\nbody\n"
    (test-type "köhler eva")
    (execute-kbd-macro (kbd "TAB"))
    (should (equal (test-line) "To: \"Köhler, Eva\" <eva@example.net>, |"))))

(ert-deftest completion-is-told-as-accepted ()
  "The daemon knows its candidate again, and it is undone in one step."
  (let ((accepted nil))
    (test-typing "garcia"
      (undo-boundary)
      (add-hook 'tokenfield-accept-functions (lambda (event) (push event accepted)) nil t)
      (tokenfield-complete)
      (undo-boundary)
      (test-wait "didAccept" (lambda () accepted))
      (should (equal (test-line) "To: José García <jose.garcia@example.org>, |"))
      (test-settle)
      (should (equal (cdr (assoc "José García <jose.garcia@example.org>" (test-faces)))
                     'tokenfield-token))
      (let ((last-command 'other)) (undo 1))
      (should (string-prefix-p "To: garcia\n" (buffer-string))))))

(ert-deftest completion-keeps-what-stands-behind ()
  "What stands behind point is another entry, and stays."
  (test-with-draft "To: |, bo@example.org\n\nbody\n"
    (test-type "garcia")
    (tokenfield-complete)
    (should (equal (replace-regexp-in-string "|" "" (test-line))
                   "To: José García <jose.garcia@example.org>, bo@example.org"))))

(ert-deftest completion-of-a-folded-field-keeps-its-lines ()
  "In a folded field only the line of point changes."
  (test-with-draft "To: a@example.org,\n  b@example.org,\n  |\nCc: \n\nbody\n"
    (test-type "garcia")
    (tokenfield-complete)
    (should (string-prefix-p
             "To: a@example.org,\n  b@example.org,\n  José García <jose.garcia@example.org>, \nCc: "
             (buffer-string)))))

(ert-deftest completion-nowhere-else ()
  "In the body nothing is offered, and functions of the mode are asked."
  (test-with-draft "To: a@example.org\n\njos|\n"
    (should-not (tokenfield-completion-at-point))
    (should (eq (car completion-at-point-functions) #'tokenfield-completion-at-point))
    (should (memq 'message-completion-function completion-at-point-functions))))

(ert-deftest completion-tells-two-of-one-name-apart ()
  "Two people of one name are two candidates, and the chosen one is written."
  (test-with-draft "To: Ana|\n\nbody\n"
    (goto-char 8)
    (let* ((range (tokenfield--range 5 8))
           (list (tokenfield--read-list
                  (list `(:label "Ana" :detail "ana@a.org"
                          :textEdit (:range ,range :newText "Ana <ana@a.org>, "))
                        `(:label "Ana" :detail "ana@b.org"
                          :textEdit (:range ,range :newText "Ana <ana@b.org>, "))))))
      (should (equal (tokenfield-list-words list) '("Ana <ana@a.org>" "Ana <ana@b.org>")))
      (tokenfield--accept list "Ana <ana@b.org>")
      (should (equal (test-line) "To: Ana <ana@b.org>, |")))))

(ert-deftest completion-narrows-in-a-minibuffer ()
  "A minibuffer, in which the text of the buffer stays, narrows by words."
  (test-typing "jos"
    (let* ((data (tokenfield-completion-at-point))
           (table (nth 2 data)))
      (should (equal (all-completions "silva" table) '("José da Silva")))
      (should (equal (all-completions "silva example.net" table) '("José da Silva")))
      (should-not (all-completions "nobody" table)))))

(ert-deftest completion-shows-the-card ()
  "The documentation of a candidate is the card of the person."
  (test-typing "garcia"
    (let* ((data (tokenfield-completion-at-point))
           (show (plist-get (nthcdr 3 data) :company-doc-buffer)))
      (with-current-buffer (funcall show "José García")
        (should (string-search "jose.garcia@example.org" (buffer-string)))))))

(ert-deftest completion-of-tags-and-trailers ()
  "Tags of front matter and keys of trailers are completed too."
  (test-with #'text-mode "---\ntags: [homework, wo|]\n---\n#workshop\n"
    (let ((tokenfield-languages '((text-mode . "markdown"))))
      (tokenfield--show-again)
      (test-settle)
      (should (member "workshop 1 note" (test-candidates)))
      (tokenfield-complete)
      (should (equal (test-line) "tags: [homework, workshop|]"))))
  (test-with #'text-mode "Title\n\nbody\n\nSigned-off-by: A <a@example.org>\nco|\n"
    (let ((tokenfield-languages '((text-mode . "git-commit"))))
      (tokenfield--show-again)
      (test-settle)
      (goto-char (1- (point-max)))
      (should (member "Co-authored-by" (mapcar (lambda (text) (car (split-string text)))
                                               (test-candidates)))))))

(ert-deftest completion-in-orderless-and-vertico ()
  "Orderless keeps the order, and Vertico shows it."
  (skip-unless (and (require 'orderless nil t) (require 'vertico nil t)))
  (test-typing "jos"
    (let ((completion-styles '(orderless)))
      (should (string-prefix-p "José García" (car (test-candidates))))
      (let* ((data (tokenfield-completion-at-point))
             (metadata (completion-metadata "" (nth 2 data) nil)))
        (should (eq (completion-metadata-get metadata 'category) 'tokenfield))
        (should (eq (completion-metadata-get metadata 'display-sort-function) #'identity))))))

(ert-deftest completion-in-company ()
  "Company opens by itself, shows the order, and writes what is chosen."
  (skip-unless (require 'company nil t))
  (defvar company-candidates)
  (defvar company-backends)
  (test-with-draft "To: |\n\nbody\n"
    (setq-local company-backends '(some-other-backend))
    (let ((company-frontends nil) (company-idle-delay 0) (company-minimum-prefix-length 3))
      (tokenfield--company)
      (should (equal company-backends '(company-capf some-other-backend)))
      (setq-local company-backends '(company-capf))
      (company-mode 1)
      (test-type "jos")
        (company-manual-begin)
      (should (string-prefix-p "José García" (car company-candidates)))
      (test-type "é")
      (company-complete-selection)
      (should (string-match-p "^To: José .*<.*@.*>, |$" (test-line))))))

(ert-deftest completion-takes-what-comes-later ()
  "Candidates that come later are in company's list, if nobody has moved in it."
  (skip-unless (require 'company nil t))
  (defvar company-candidates)
  (test-with-draft "To: |\n\nbody\n"
    (let* ((company-frontends nil)
           (item (lambda (name)
                   `(:label ,name :textEdit (:range ,(tokenfield--range 5 8)
                                             :newText ,(concat name " <x@example.org>, ")))))
           (come (lambda (&rest names)
                   (tokenfield--take-suggestions
                    'tokenField/suggestions
                    `(:version ,tokenfield--version :position ,(tokenfield--position)
                      :items ,(vconcat (mapcar item names))))
                   (tokenfield--do-work))))
      (setq-local company-backends '(company-capf))
      (company-mode 1)
      (test-type "jos")
      (company-manual-begin)
      (should (string-prefix-p "José García" (car company-candidates)))
      (funcall come "Josua" "Joslyn")
      (should (equal (mapcar #'substring-no-properties company-candidates) '("Josua" "Joslyn")))
      (company-select-next)
      (funcall come "Jossi" "Joslyn")
      (should (equal (mapcar #'substring-no-properties company-candidates) '("Josua" "Joslyn")))
      (company-complete-selection)
      (should (equal (test-line) "To: Joslyn <x@example.org>, |")))))

;;; tokenfield-completion-tests.el ends here
