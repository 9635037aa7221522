;;; tokenfield-support.el --- What the tests of the client share  -*- lexical-binding: t; -*-

;;; Commentary:

;; Drafts, keys as a user presses them, and waiting for what comes.

;;; Code:

(require 'ert)
(require 'cl-lib)
(require 'message)
(require 'tokenfield)

(defconst test-folder (file-name-directory (or load-file-name buffer-file-name)))

(setq message-log-max 1000
      ;; A busy machine is no reason for another outcome; those tests that are
      ;; about slowness set their own.
      tokenfield-limit 10)

(defun test-wait (what condition)
  "Wait until CONDITION gives something, and give that; WHAT is waited for."
  (let ((end (+ (float-time) 20))
        (value nil))
    (while (and (not (setq value (funcall condition)))
                (< (float-time) end))
      (accept-process-output nil 0.01))
    (unless value
      (ert-fail (list what "did not come" (buffer-string) tokenfield--notes)))
    value))

(defun test-settle ()
  "Wait until the picture is that of the text as it stands."
  (tokenfield--tell)
  (test-wait "the picture" (lambda () (eql tokenfield--drawn tokenfield--version))))

(defmacro test-with (mode text &rest body)
  "Do BODY in a buffer in MODE with TEXT and `tokenfield-mode', point at `|'."
  (declare (indent 2))
  `(let ((buffer (generate-new-buffer "test")))
     (unwind-protect
         (save-window-excursion
           (switch-to-buffer buffer)
           (insert ,text)
           (funcall ,mode)
           (buffer-enable-undo)
           (goto-char (point-min))
           (when (search-forward "|" nil t) (delete-char -1))
           (setq buffer-undo-list nil
                 ;; As Flymake waits for the end of a command that runs.
                 this-command nil)
           (tokenfield-mode 1)
           (test-wait "the daemon" (lambda () tokenfield--uri))
           ,@body)
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (set-buffer-modified-p nil))
         (kill-buffer buffer)))))

(defun test-people ()
  "Wait until the address books have been read."
  (test-wait "the address books"
             (lambda ()
               (> (length (tokenfield--ask :workspace/symbol '(:query "josephine"))) 0))))

(defmacro test-with-draft (text &rest body)
  "Do BODY in a draft of a mail with TEXT, when it is drawn."
  (declare (indent 1))
  `(test-with #'message-mode ,text
     (test-people)
     (test-settle)
     ,@body))

(defmacro test-with-stub (manner &rest body)
  "Do BODY with a daemon of MANNER, and end it."
  (declare (indent 1))
  `(let ((tokenfield-program (list "python3" "-B" (expand-file-name "stub.py" test-folder)
                                   ,manner))
         (tokenfield-limit 0.1))
     (tokenfield-restart)
     (unwind-protect (progn ,@body)
       (setq tokenfield-program '("tokenfield" "serve"))
       (tokenfield-restart))))

(defun test-marked ()
  "The text with `|' at point and brackets around selected entries."
  (let ((text (buffer-substring-no-properties (point-min) (point-max)))
        (marks (append (list (cons (point) "|"))
                       (cl-loop for overlay in (tokenfield--selection)
                                collect (cons (overlay-start overlay) "⟪")
                                collect (cons (overlay-end overlay) "⟫")))))
    (dolist (mark (cl-stable-sort marks #'> :key #'car))
      (let ((index (- (car mark) (point-min))))
        (setq text (concat (substring text 0 index) (cdr mark) (substring text index)))))
    text))

(defun test-line ()
  "The line at point, marked."
  (let ((number (1- (line-number-at-pos))))
    (nth number (split-string (test-marked) "\n"))))

(defun test-keys (&rest keys)
  "Press KEYS, each of which is a command of its own to Emacs."
  (dolist (key keys)
    (setq tokenfield--pressed nil)
    (test-settle)
    (execute-kbd-macro (kbd key))
    (undo-boundary)))

(defun test-type (text)
  "Type TEXT as it stands."
  (dolist (character (append text nil))
    (execute-kbd-macro (vector character))))

(defun test-faces ()
  "The texts and faces of all chips, in order."
  (cl-loop for field in tokenfield--fields
           append (cl-loop for chip in (tokenfield-field-chips field)
                           when (overlay-buffer chip)
                           collect (cons (buffer-substring-no-properties
                                          (overlay-start chip) (overlay-end chip))
                                         (overlay-get chip 'face)))))

(defun test-leftovers ()
  "The overlays of ours in the whole buffer."
  (save-restriction
    (widen)
    (seq-filter (lambda (overlay) (overlay-get overlay 'tokenfield))
                (overlays-in (point-min) (point-max)))))

(defun test-told (&optional buffer)
  "The text of BUFFER as the stub has it."
  (with-current-buffer (or buffer (current-buffer))
    (tokenfield--tell)
    (let ((told nil))
      (tokenfield--call :test/text (list :uri tokenfield--uri)
                        (lambda (text) (setq told (list text))))
      (car (test-wait "the text" (lambda () told))))))

(provide 'tokenfield-support)
;;; tokenfield-support.el ends here
