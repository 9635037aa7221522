;;; tokenfield-survival-tests.el --- A daemon that misbehaves harms nothing  -*- lexical-binding: t; -*-

;;; Commentary:

;; Whatever the daemon does, each key does what it does without us, no text is
;; changed wrongly, and no error is signalled.

;;; Code:

(require 'tokenfield-support)

(defconst test-typing '("DEL" "C-d" "," "SPC" "x" "C-f" "RET" "y" "DEL" "M-t" "C-y" "TAB")
  "Keys that the daemon is asked about, and others.")

(defun test-press-all ()
  "Press all keys at the end of the first line, with a kill that can be yanked."
  (let ((kill-ring (list "z")) (kill-ring-yank-pointer nil))
    (setq kill-ring-yank-pointer kill-ring)
    (goto-char (point-min))
    (end-of-line)
    (dolist (key test-typing)
      (ignore-error user-error
        (execute-kbd-macro (kbd key)))
      (accept-process-output nil 0.01))))

(defun test-native ()
  "What the keys make of the draft without us."
  (let ((buffer (generate-new-buffer "native")))
    (unwind-protect
        (save-window-excursion
          (switch-to-buffer buffer)
          (insert test-draft)
          (text-mode)
          (cl-letf (((symbol-function 'completion-at-point) #'ignore))
            (test-press-all))
          (buffer-string))
      (kill-buffer buffer))))

(defconst test-draft "To: Ana <ana@example.org>, bo@example.org\nCc: cy@example.org\n\nbody\n")

(defun test-in-field ()
  "Make the first line a field, if the daemon has not, so that keys are asked about."
  (unless tokenfield--fields
    (let ((end (save-excursion (goto-char (point-min)) (line-end-position))))
      (push (tokenfield--make-field
             :id "To" :said nil :chips nil
             :value (make-overlay 4 end nil nil t) :name (make-overlay 1 3))
            tokenfield--fields))))

(defmacro test-survives (manner &rest body)
  "Expect that the keys do with a daemon of MANNER what they do without; then BODY."
  (declare (indent 1))
  `(test-with-stub ,manner
     (test-with #'text-mode test-draft
       (let ((wanted (test-native)))
         (test-in-field)
         (test-press-all)
         (should (equal (buffer-string) wanted))
         ,@body
         (should (equal (buffer-string) wanted))))))

(defun test-ask (method)
  "The result of METHOD, a request of the tests alone."
  (let ((told nil))
    (tokenfield--call method (list :uri tokenfield--uri) (lambda (value) (setq told (list value))))
    (car (test-wait "an answer" (lambda () told)))))

(ert-deftest survival-without-manners ()
  "A daemon that handles no key leaves every key as it is."
  (test-survives "mirror"
    (should (equal (test-told) wanted))
    (should (cl-some (lambda (field) (tokenfield-field-chips field)) tokenfield--fields))))

(ert-deftest survival-of-late-answers ()
  "An answer that comes late is not done, and no key waits while one is due."
  (test-survives "late"
    (should (= (length tokenfield--late) 1))
    (should (> (test-ask :test/release) 0))
    (test-wait "the late answer" (lambda () (null tokenfield--late)))
    (should-not (tokenfield--selection))))

(ert-deftest survival-of-double-answers ()
  "A second answer to the same request is passed over."
  (test-with-stub "twice"
    (test-with #'text-mode test-draft
      (test-wait "the picture" (lambda () tokenfield--fields))
      (goto-char 6)
      (execute-kbd-macro (kbd "DEL"))
      (should (equal (test-told) (concat "HARM" (substring test-draft 4))))
      (should (equal (buffer-string) (concat "HARM" (substring test-draft 4)))))))

(ert-deftest survival-of-stale-pictures ()
  "What holds for another version is neither drawn nor done."
  (test-survives "stale"
    (should (equal (test-told) wanted))
    (should-not tokenfield--findings)
    (should-not (cl-some #'tokenfield-field-chips tokenfield--fields))))

(ert-deftest survival-of-a-change-during-a-request ()
  "An answer to a text that changed while one waited for it is not done."
  (test-with-stub "eager"
    (test-with #'text-mode test-draft
      (test-wait "the picture" (lambda () tokenfield--fields))
      (goto-char 10)
      (let ((ask (symbol-function 'tokenfield--ask)))
        (cl-letf (((symbol-function 'tokenfield--ask)
                   (lambda (&rest arguments)
                     (prog1 (apply ask arguments)
                       (goto-char (point-max))
                       (insert "more")))))
          (should-not (tokenfield--act 'key :key "Backspace"))))
      (should (equal (buffer-string) (concat test-draft "more")))
      (goto-char 10)
      (should (tokenfield--act 'key :key "Backspace"))
      (should (string-search "<>" (buffer-string))))))

(ert-deftest survival-of-ranges-outside ()
  "Edits, chips and findings that lie elsewhere are left out."
  (test-survives "range"
    (should (equal (test-told) wanted))
    (should-not tokenfield--findings)
    (should-not (test-faces))
    (should-not (tokenfield--selection))))

(ert-deftest survival-of-garbage ()
  "What is no message is passed over, and what follows is understood."
  (test-survives "garbage"
    (should (equal (test-told) wanted))
    (should (cl-some (lambda (note) (string-search "Not understood" note)) tokenfield--notes))))

(ert-deftest survival-of-silence ()
  "A daemon that answers nothing is asked once, and not waited for again."
  (test-survives "silent"
    (should (= (length tokenfield--late) 1))
    (should (equal (test-told) wanted))))

(ert-deftest survival-without-a-reader ()
  "A daemon that does not read is ended, whatever is written to it."
  (test-with-stub "deaf"
    (test-with #'text-mode test-draft
      (goto-char (point-max))
      (dotimes (_ 40)
        (insert (make-string 10000 ?x) "\n")
        (tokenfield--tell))
      (test-wait "its end" (lambda () (cl-some (lambda (note) (string-search "reads nothing" note))
                                               tokenfield--notes)))
      (should (= (buffer-size) (+ (length test-draft) (* 40 10001))))
      (should-not (test-leftovers)))))

(ert-deftest survival-without-a-greeting ()
  "A daemon that does not greet leaves the buffer alone."
  (let ((tokenfield-program (list "python3" "-B" (expand-file-name "stub.py" test-folder) "mute")))
    (tokenfield-restart)
    (unwind-protect
        (with-temp-buffer
          (insert test-draft)
          (text-mode)
          (tokenfield-mode 1)
          (let ((wanted (test-native)))
            (switch-to-buffer (current-buffer))
            (test-in-field)
            (test-press-all)
            (should (equal (buffer-string) wanted))
            (should-not tokenfield--uri)))
      (setq tokenfield-program '("tokenfield" "serve"))
      (tokenfield-restart))))

(ert-deftest survival-of-its-end ()
  "A daemon that ends is started again, and has the text then."
  (setq tokenfield--notes nil)
  (test-survives "dies"
    (test-wait "its end" (lambda () tokenfield--starter))
    (test-wait "the next one" (lambda () tokenfield--uri))
    (should (equal (test-told) wanted))
    (test-wait "the picture" (lambda () (test-faces)))))

(ert-deftest survival-without-a-program ()
  "Without a program there is one message, and the buffer is left alone."
  (let ((tokenfield-program '("no-such-tokenfield")))
    (tokenfield--bid-farewell)
    (unwind-protect
        (with-temp-buffer
          (text-mode)
          (tokenfield-mode 1)
          (should tokenfield-mode)
          (should-not tokenfield--uri)
          (should (equal (car tokenfield--notes) "No program"))
          (insert "a")
          (should (equal (buffer-string) "a")))
      (setq tokenfield-program '("tokenfield" "serve"))
      (tokenfield-restart))))

;;; tokenfield-survival-tests.el ends here
