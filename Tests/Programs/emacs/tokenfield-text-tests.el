;;; tokenfield-text-tests.el --- The daemon has the text that Emacs has  -*- lexical-binding: t; -*-

;;; Commentary:

;; A stub keeps the text by the changes that it is told, and is asked for it.

;;; Code:

(require 'tokenfield-support)

(defconst test-pieces ["a" "é" "张明" "👩‍💻" "\n" ", " "\r\n" "\t" "<x@y>" "" "u\u0301" "long words here"]
  "What is inserted at random.")

(defun test-random-edit ()
  "Change the text at random, in one of the ways that Emacs has."
  (let* ((size (- (point-max) (point-min)))
         (one (+ (point-min) (random (1+ size))))
         (two (+ (point-min) (random (1+ size))))
         (beg (min one two))
         (end (min (max one two) (+ beg 12))))
    (pcase (random 14)
      ((or 0 1 2 3 4) (goto-char one) (insert (aref test-pieces (random (length test-pieces)))))
      ((or 5 6) (delete-region beg end))
      (7 (upcase-region beg end))
      (8 (subst-char-in-region beg end ?a ?e))
      (9 (translate-region beg end (let ((table (make-string 256 0)))
                                     (dotimes (i 256 table) (aset table i i))
                                     (aset table ?e ?a)
                                     table)))
      (10 (ignore-errors (goto-char one) (transpose-words 1)))
      (11 (sort-lines nil beg end))
      (12 (ignore-errors (let ((last-command 'undo-test)) (undo-boundary) (undo 1))))
      (13 (save-restriction
            (narrow-to-region beg end)
            (goto-char (point-min))
            (while (search-forward "e" nil t) (replace-match "ee")))))))

(ert-deftest text-is-told-exactly ()
  "After any changes the daemon has the text of the buffer."
  (test-with-stub "mirror"
    (random "tokenfield")
    (test-with #'text-mode "To: ana@example.org\nCc: \n\nbody\n"
      (dotimes (_ 60)
        (dotimes (_ (1+ (random 8))) (test-random-edit))
        (should (equal (test-told) (buffer-string)))))))

(ert-deftest text-changed-unseen-is-told ()
  "What a program changes while it inhibits the hooks is told too."
  (test-with-stub "mirror"
    (test-with #'text-mode "To: a\n\nbody\n"
      (let ((inhibit-modification-hooks t))
        (goto-char (point-max))
        (insert "unseen"))
      (goto-char (point-min))
      (insert "seen ")
      (should (equal (test-told) "seen To: a\n\nbody\nunseen")))))

(ert-deftest text-changed-beside-what-was-announced-is-told-whole ()
  "A program that announces less than it changes has the whole text told."
  (test-with-stub "mirror"
    (test-with #'text-mode "To: abc\n"
      (tokenfield--before-change 5 6)
      (let ((inhibit-modification-hooks t))
        (goto-char 5)
        (delete-char 3)
        (insert "x"))
      (tokenfield--after-change 5 6 3)
      (should (eq tokenfield--changes 'full))
      (should (equal (test-told) "To: x\n")))))

(ert-deftest text-of-indirect-buffers-is-told ()
  "A change in an indirect buffer is told of both, each by its own name."
  (test-with-stub "mirror"
    (test-with #'text-mode "To: a\n\nbody\n"
      (let ((clone (clone-indirect-buffer nil nil)))
        (unwind-protect
            (progn
              (test-wait "the clone" (lambda () (buffer-local-value 'tokenfield--uri clone)))
              (should-not (equal tokenfield--uri (buffer-local-value 'tokenfield--uri clone)))
              (with-current-buffer clone
                (goto-char (point-max))
                (insert "more"))
              (should (equal (test-told) "To: a\n\nbody\nmore"))
              (should (equal (test-told clone) "To: a\n\nbody\nmore"))
              (goto-char (point-min))
              (insert "x")
              (should (equal (test-told clone) "xTo: a\n\nbody\nmore")))
          (kill-buffer clone))
        (should (equal (test-told) (buffer-string)))))))

(ert-deftest text-in-a-narrowed-buffer-is-told-whole ()
  "Narrowing hides nothing from the daemon."
  (test-with-stub "mirror"
    (test-with #'text-mode "To: a\nCc: b\n\nbody\n"
      (goto-char (point-min))
      (forward-line 1)
      (narrow-to-region (point) (line-end-position))
      (goto-char (point-max))
      (insert ", c")
      (should (equal (test-told) "To: a\nCc: b, c\n\nbody\n"))
      (tokenfield-mode -1)
      (tokenfield-mode 1)
      (should (equal (test-told) "To: a\nCc: b, c\n\nbody\n")))))

(ert-deftest text-with-raw-bytes-is-told-and-kept ()
  "A byte that is no character is told as another one, and never written back."
  (test-with-stub "eager"
    (test-with #'text-mode "To: a\200b\n"
      (should (equal (test-told) "To: a\ufffdb\n"))
      (should-not (tokenfield--edit
                   [(:range (:start (:line 0 :character 4) :end (:line 0 :character 7))
                     :newText "b\ufffda")]))
      (should (equal (buffer-string) (string-to-multibyte "To: a\200b\n")))
      (should (tokenfield--edit
               [(:range (:start (:line 0 :character 4) :end (:line 0 :character 4))
                 :newText "c, ")]))
      (should (equal (buffer-string) (string-to-multibyte "To: c, a\200b\n"))))))

(ert-deftest text-of-two-megabytes-is-told ()
  "A long text takes its time to be written, and does not end the daemon."
  (test-with-stub "mirror"
    (setq tokenfield--notes nil)
    (test-with #'text-mode (concat "To: a\n\n" (make-string 2000000 ?x))
      (goto-char 6)
      (insert "b")
      (tokenfield--tell)
      (let ((size nil))
        (tokenfield--call :test/size (list :uri tokenfield--uri) (lambda (told) (setq size told)))
        (should (equal (test-wait "the size" (lambda () size)) (buffer-size))))
      (should-not tokenfield--notes))))

(ert-deftest text-is-told-where-it-is-after-unseen-changes ()
  "Lines are counted from a known one only as long as that is where it was."
  (test-with-stub "mirror"
    (test-with #'text-mode "To: a\n\none\ntwo\nthree\nfour\n"
      (cl-flet ((change (needle text)
                  (goto-char (point-min))
                  (search-forward needle)
                  (insert text)
                  (should (equal (test-told) (buffer-string)))))
        (change "three" "!")
        (let ((inhibit-modification-hooks t))
          (goto-char (point-min))
          (insert "Subject: x\nCc: b\n"))
        (should (equal (test-told) (buffer-string)))
        (change "three" "?")
        (change "one" "\nmore\n")
        (change "four" "!")
        (let ((inhibit-modification-hooks t))
          (delete-region (point-min) 18))
        (change "four" "?")
        (change "two" "!")
        (change "three" "\n")
        (change "four" "!")))))

(ert-deftest text-typed-is-one-change ()
  "Letters typed one after the other are told as one change."
  (test-with-stub "mirror"
    (test-with #'text-mode "To: \n"
      (goto-char 5)
      (insert "j")
      (insert "o")
      (delete-char -1)
      (insert "a")
      (should (equal (length tokenfield--changes) 1))
      (should (equal (nth 3 (car tokenfield--changes)) "ja"))
      (should (equal (test-told) "To: ja\n")))))

(ert-deftest text-edits-are-all-or-none ()
  "Edits that overlap, or lie elsewhere, change nothing."
  (cl-flet ((edit (&rest places)
              (vconcat (cl-loop for (line start end text) in places
                                collect `(:range (:start (:line ,line :character ,start)
                                                  :end (:line ,line :character ,end))
                                          :newText ,text)))))
    (with-temp-buffer
      (insert "one two\nthree")
      (dolist (bad (list (edit '(0 0 3 "x") '(0 2 5 "y"))
                         (edit '(0 0 1 "x") '(7 0 1 "y"))
                         (edit '(0 5 99 "x"))
                         (edit '(1 3 1 "x"))
                         (edit '(2 0 0 "x"))
                         (edit '(0 -1 1 "x"))
                         (edit '(0 0 1 nil))))
        (should-not (tokenfield--edit bad))
        (should (equal (buffer-string) "one two\nthree")))
      (should (tokenfield--edit (edit '(1 0 5 "3") '(0 4 7 "2") '(0 0 3 "1") '(0 3 3 "-") '(0 3 3 "+"))))
      (should (equal (buffer-string) "1-+ 2\n3")))))

(ert-deftest text-edits-are-one-step ()
  "Several edits are undone at once."
  (with-temp-buffer
    (buffer-enable-undo)
    (insert "a, b, c")
    (undo-boundary)
    (should (tokenfield--edit
             [(:range (:start (:line 0 :character 0) :end (:line 0 :character 1)) :newText "x")
              (:range (:start (:line 0 :character 6) :end (:line 0 :character 7)) :newText "y")]))
    (undo-boundary)
    (should (equal (buffer-string) "x, b, y"))
    (let ((last-command 'other)) (undo 1))
    (should (equal (buffer-string) "a, b, c"))))

(ert-deftest text-that-is-read-only-is-left ()
  "An edit into text that is read-only makes no half of itself."
  (with-temp-buffer
    (insert "a, b, c")
    (put-text-property 4 5 'read-only t)
    (should-not (tokenfield--edit
                 [(:range (:start (:line 0 :character 3) :end (:line 0 :character 4)) :newText "x")
                  (:range (:start (:line 0 :character 6) :end (:line 0 :character 7)) :newText "y")]))
    (should (equal (buffer-substring-no-properties 1 8) "a, b, c"))))

;;; tokenfield-text-tests.el ends here
