;;; eglot.el --- says what flymake shows, for the test of eglot -*- lexical-binding: t -*-

;; The file that $TOKENFIELD_FINDINGS names holds `LINE:CODE' of each finding shown, a few times a second.

;;; Code:
(setq native-comp-async-report-warnings-errors nil
      ring-bell-function #'ignore)

(defun tokenfield-test-finding (found)
  "The line and code of the diagnostic FOUND of flymake."
  (let ((code (plist-get (alist-get 'eglot-lsp-diag (flymake-diagnostic-data found)) :code)))
    (format "%d:%s\n" (line-number-at-pos (flymake-diagnostic-beg found)) code)))

(defun tokenfield-test-tell ()
  "Write what flymake shows."
  (let ((buffer (get-buffer "draft.eml")))
    (when buffer
      (with-current-buffer buffer
        (when (bound-and-true-p flymake-mode)
          (write-region (apply #'concat (sort (mapcar #'tokenfield-test-finding (flymake-diagnostics)) #'string<))
                        nil (getenv "TOKENFIELD_FINDINGS") nil 'quiet))))))

(run-with-timer 0.2 0.2 #'tokenfield-test-tell)
;;; eglot.el ends here
