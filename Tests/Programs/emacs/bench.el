;;; bench.el --- How long a key takes  -*- lexical-binding: t; -*-

;;; Commentary:

;; Prints the processor time of Emacs for a key, in milliseconds, and how many
;; times that of the same key without the mode it is.  Then, by the clock, what
;; one waits for.  Nothing here passes or fails.

;;; Code:

(require 'cl-lib)
(require 'message)
(require 'tokenfield)

(setq tokenfield-program (list (getenv "TOKENFIELD") "serve" "--set" "discover=false")
      tokenfield-flymake t
      message-log-max nil)

(defconst bench-keys 300)

(defun bench-draft (people body)
  "A draft with so many PEOPLE, and a BODY of so many characters."
  (concat "To: " (mapconcat (lambda (n) (format "Person %d <p%d@example.org>" n n))
                            (number-sequence 1 people) ", ")
          ", \nCc: \nSubject: x\n--text follows this line--\n"
          (mapconcat #'identity (make-list (/ body 25) "a line that nobody reads\n") "")))

(defun bench-wait (condition)
  "Wait until CONDITION gives something."
  (let ((end (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil 0.005))))

(defun bench-drawn ()
  "Wait until the picture is that of the text."
  (bench-wait (lambda () (eql tokenfield--drawn tokenfield--version))))

(defun bench-run-time (work)
  "The processor time that WORK takes on the average, in milliseconds."
  (garbage-collect)
  (let ((before (get-internal-run-time)))
    (dotimes (_ bench-keys) (funcall work))
    (/ (* 1000 (float-time (time-subtract (get-internal-run-time) before))) bench-keys)))

(defun bench-clock (work times)
  "The middle time that WORK takes by the clock when it is done TIMES times."
  (let ((took (cl-loop repeat times
                       for begun = (float-time)
                       do (funcall work)
                       collect (* 1000 (- (float-time) begun)))))
    (nth (/ times 2) (sort took #'<))))

(defun bench-say (name figure &optional floor)
  "Print NAME and FIGURE, and its ratio to FLOOR."
  (princ (format "%-58s %7.3f ms%s\n" name figure
                 (if floor (format "  %6.1f times" (/ figure floor)) ""))))

(defmacro bench-with (people body &rest forms)
  "Do FORMS in a draft of so many PEOPLE with such a BODY, in the mode."
  (declare (indent 2))
  `(with-temp-buffer
     (rename-buffer "bench" t)
     (switch-to-buffer (current-buffer))
     (insert (bench-draft ,people ,body))
     (message-mode)
     (goto-char (point-min))
     ,@forms
     (set-buffer-modified-p nil)))

(defun bench-letter ()
  "Type a letter, without what is put off until later."
  (execute-kbd-macro "x"))

(defun bench-key ()
  "Type a letter, and let all come of it that comes of it."
  (execute-kbd-macro "x")
  (when tokenfield-mode
    (tokenfield--tell)
    (if (tokenfield--field-at (point))
        (bench-drawn)
      (accept-process-output nil 0.002))))

(defun bench-on ()
  "Turn the mode on, and wait for the picture."
  (tokenfield-mode 1)
  (bench-wait (lambda () tokenfield--uri))
  (bench-drawn))

(defun tokenfield-bench ()
  "Print the figures."
  (princ "Processor time of Emacs for a letter, as one feels it\n")
  (dolist (body '(2000 1000000))
    (let (floor)
      (bench-with 50 body
        (flymake-mode 1)
        (goto-char (point-max))
        (setq floor (bench-run-time #'bench-letter)))
      (bench-say (format "with Flymake alone, body of %d characters" body) floor)
      (bench-with 50 body
        (bench-on)
        (goto-char (point-max))
        (bench-say (format "in a body of %d characters" body)
                   (bench-run-time #'bench-letter) floor))))
  (princ "The same, with all that comes of it; what is typed in a body is told three times a second\n")
  (dolist (body '(2000 1000000))
    (let (floor)
      (bench-with 50 body
        (goto-char (point-max))
        (setq floor (bench-run-time #'bench-key)))
      (bench-say (format "without the mode, body of %d characters" body) floor)
      (bench-with 50 body
        (bench-on)
        (goto-char (point-max))
        (bench-say (format "in a body of %d characters" body) (bench-run-time #'bench-key) floor))
      (bench-with 50 body
        (bench-on)
        (end-of-line)
        (bench-say (format "behind 50 recipients, body of %d characters" body)
                   (bench-run-time #'bench-key) floor))))
  (bench-with 50 2000
    (bench-on)
    (goto-char (point-max))
    (bench-say "looking for point after a command, in the body"
               (/ (bench-run-time (lambda ()
                                    (dotimes (_ 100)
                                      (setq tokenfield--was-at nil)
                                      (tokenfield--look))))
                  100))
    (bench-say "looking a key up, in the body"
               (/ (bench-run-time (lambda () (dotimes (_ 100) (key-binding (kbd "DEL"))))) 100)))
  (princ "By the clock, the middle of many\n")
  (dolist (people '(3 50 500))
    (bench-with people 2000
      (bench-on)
      (end-of-line)
      (bench-say (format "DEL that selects, among %d" people)
                 (bench-clock (lambda ()
                                (tokenfield--select nil)
                                (tokenfield--act 'key :key "Backspace"))
                              50))
      (bench-say (format "all chips drawn anew, of %d" people)
                 (bench-clock (lambda () (tokenfield--draw-all) (bench-drawn)) 20))
      (execute-kbd-macro "jos")
      (bench-say (format "completion, among %d" people)
                 (bench-clock #'tokenfield-completion-at-point 50))))
  (let ((tokenfield-program (list "python3" "-B"
                                  (expand-file-name "stub.py" (file-name-directory
                                                               (locate-library "bench")))
                                  "silent")))
    (tokenfield-restart)
    (bench-with 3 100
      (tokenfield-mode 1)
      (bench-wait (lambda () tokenfield--uri))
      (push (tokenfield--make-field :id "To" :value (make-overlay 4 (line-end-position) nil nil t)
                                    :name (make-overlay 1 3))
            tokenfield--fields)
      (end-of-line)
      (bench-say "the first DEL, of a daemon that is silent"
                 (bench-clock (lambda () (execute-kbd-macro (kbd "DEL"))) 1))
      (bench-say "the second"
                 (bench-clock (lambda () (execute-kbd-macro (kbd "DEL"))) 1)))))

(provide 'bench)
;;; bench.el ends here
