;;; eglot.el --- tokenfield under eglot, driven in batch -*- lexical-binding: t -*-

;; emacs --batch -l eglot.el SETUP DRAFT: loads the set-up, opens the draft, prints `diagnostics=` and `line=`.

;;; Code:
(require 'package)
(package-initialize)
(unless (require 'eglot nil t)
  (princ "eglot is not installed\n")
  (kill-emacs 0))

(defun tokenfield-test-wait (condition)
  "Wait until CONDITION gives something, or fail after 20 seconds."
  (let ((deadline (+ (float-time) 20)) value)
    (while (not (setq value (funcall condition)))
      (when (> (float-time) deadline)
        (error "Not within 20 s: %S" condition))
      (accept-process-output nil 0.05))
    value))

(defun tokenfield-test-codes ()
  "The codes of the diagnostics that flymake shows."
  (sort (mapcar (lambda (found)
                  (let ((text (flymake-diagnostic-text found)))
                    (cond ((string-match "here already" text) "duplicate")
                          ((string-match "misspelling" text) "typo-domain")
                          (t text))))
                (flymake-diagnostics))
        #'string<))

(defun tokenfield-test-complete (text)
  "Type TEXT and take the first candidate."
  (insert text)
  (eglot--signal-textDocument/didChange)
  (let* ((capf (eglot-completion-at-point))
         (table (nth 2 capf))
         (candidates (all-completions (buffer-substring-no-properties (nth 0 capf) (point)) table))
         (exit (plist-get (nthcdr 3 capf) :exit-function)))
    (unless candidates (error "No candidates for %s" text))
    ;; As `completion-at-point' does: the candidate takes the place of what it completes, then eglot puts the edit there.
    (let ((candidate (copy-sequence (car candidates))))
      (delete-region (nth 0 capf) (nth 1 capf))
      (insert candidate)
      (funcall exit candidate 'finished))))

(let ((setup (pop command-line-args-left))
      (draft (pop command-line-args-left)))
  (load setup nil t)
  (setq eglot-sync-connect t eglot-autoshutdown t eglot-send-changes-idle-time 0.01)
  (find-file draft)
  (message-mode)
  (apply #'eglot--connect (eglot--guess-contact))
  (tokenfield-test-wait (lambda () (equal (tokenfield-test-codes) '("duplicate" "typo-domain"))))
  (princ (format "diagnostics=%s\n" (mapconcat #'identity (tokenfield-test-codes) " ")))
  (goto-char (point-min))
  (search-forward "Bcc:")
  (end-of-line)
  (tokenfield-test-complete "jos")
  (tokenfield-test-complete "anne")
  (princ (format "line=%s\n" (buffer-substring-no-properties (line-beginning-position) (line-end-position))))
  (kill-emacs 0))
;;; eglot.el ends here
