;;; tokenfield-messages.el --- Messages from and to the daemon  -*- lexical-binding: t; -*-

;;; Commentary:

;; What the daemon writes is read message by message, never one within another.
;; A key asks and waits for a tenth of a second at most; a request that is not
;; answered by then is remembered until it is, and no key waits meanwhile.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'tokenfield-options)
(require 'tokenfield-text)

(declare-function tokenfield--give-up "tokenfield-daemon" (why))

(defvar tokenfield--connection nil
  "The connection to the daemon, or nil.")

(defvar tokenfield--capabilities nil
  "What the daemon said of itself; nil before it has.")

(defvar tokenfield--buffers nil
  "The buffers that are shown to the daemon.")

(defvar tokenfield--late nil
  "The requests of keys that were not answered in time, a list for each.
It is dropped when its answer, its error, or the end of the daemon comes.
While there are any no key waits again.")

(defvar tokenfield--notes nil
  "What went wrong, the newest first: texts for the doctor.")

(defvar tokenfield-notification-functions nil
  "Functions that are told each notification: METHOD and PARAMS.
They run in the buffer that it is about, and may not wait for the daemon.")

(defun tokenfield--note (format &rest arguments)
  "Keep for the doctor what FORMAT and ARGUMENTS say."
  (push (concat (format-time-string "%T ") (apply #'format format arguments))
        tokenfield--notes)
  (when (nthcdr 20 tokenfield--notes)
    (setcdr (nthcdr 19 tokenfield--notes) nil)))

(defun tokenfield--ready-p ()
  "Non-nil if the daemon can be spoken to."
  (and tokenfield--connection tokenfield--capabilities))

(defun tokenfield--process ()
  "The process of the daemon, or nil."
  (and tokenfield--connection (jsonrpc--process tokenfield--connection)))

;;; Messages of the daemon

(defun tokenfield--reading-p ()
  "Non-nil while a message of the daemon is taken.
Nothing else that it wrote is read before that is done."
  (and tokenfield--connection
       (process-get (tokenfield--process) 'tokenfield-reading)))

(defun tokenfield--read (filter process text)
  "Have FILTER of PROCESS take TEXT, and survive whatever it is.
After an error what came with it is still to be taken.  What comes while
a message is taken waits for its end: jsonrpc would lose its place."
  (if (process-get process 'tokenfield-reading)
      (process-put process 'tokenfield-unread
                   (concat (process-get process 'tokenfield-unread) text))
    (process-put process 'tokenfield-reading t)
    (unwind-protect
        (while text
          (let ((again (condition-case problem
                           ;; With it jsonrpc signals what it would step over.
                           (let ((debug-on-error nil))
                             (funcall filter process text)
                             nil)
                         (error (tokenfield--note "Not understood: %S" problem) ""))))
            (setq text (or (process-get process 'tokenfield-unread) again))
            (process-put process 'tokenfield-unread nil)))
      (process-put process 'tokenfield-reading nil))))

(defun tokenfield--dispatch (_connection method params)
  "Take a notification: METHOD with PARAMS."
  (condition-case problem
      (if (eq method 'window/showMessage)
          (message "Tokenfield: %s" (plist-get params :message))
        (let* ((uri (plist-get params :uri))
               (buffer (and uri (tokenfield--buffer uri))))
          (when buffer
            (with-current-buffer buffer
              (run-hook-with-args 'tokenfield-notification-functions method params)))))
    (error (tokenfield--note "%s: %S" method problem))))

(defun tokenfield--buffer (uri)
  "The buffer that is open as URI, or nil."
  (cl-find-if (lambda (buffer)
                (and (buffer-live-p buffer)
                     (equal uri (buffer-local-value 'tokenfield--uri buffer))))
              tokenfield--buffers))

(defvar tokenfield--work nil
  "What is to be done when the messages of the daemon have been read.
The newest comes first; each is a function and the buffer to do it in.")

(defun tokenfield--later (function)
  "Call FUNCTION in this buffer when the messages of the daemon have been read.
What may wait, ask the user, or run functions of the user is done so."
  (unless tokenfield--work
    (run-with-timer 0 nil #'tokenfield--do-work))
  (push (cons function (current-buffer)) tokenfield--work))

(defun tokenfield--do-work ()
  "Do what was put off, in its order."
  (let ((work (reverse tokenfield--work)))
    (setq tokenfield--work nil)
    (pcase-dolist (`(,function . ,buffer) work)
      (when (buffer-live-p buffer)
        (with-current-buffer buffer
          (with-demoted-errors "Tokenfield: %S"
            (funcall function)))))))

;;; Messages to the daemon

(defmacro tokenfield--send (characters &rest body)
  "Do BODY, which writes about so many CHARACTERS to the daemon.
Nil if it was not written.  A daemon that does not read what is written
would stop Emacs: it is ended."
  (declare (indent 1) (debug t))
  `(condition-case problem
       ;; Emacs rests 20 ms whenever a pipe is full, so much text takes time.
       ;; Half a message, for \`C-g', would spoil all that follow.
       (let ((inhibit-quit t) (sent nil))
         (with-timeout ((+ tokenfield-limit (/ ,characters 5e5))
                        (tokenfield--give-up "It reads nothing"))
           ,@body
           (setq sent t))
         sent)
     (error (tokenfield--note "Not sent: %S" problem) nil)))

(defun tokenfield--notify (method params &optional characters)
  "Send the notification METHOD with PARAMS, a text of so many CHARACTERS.
Nil if it was not sent."
  (when tokenfield--connection
    (tokenfield--send (or characters 0)
      (jsonrpc-notify tokenfield--connection method params))))

(defun tokenfield--request (method params then else &optional patience)
  "Ask METHOD with PARAMS; THEN is called with the result, ELSE with an error.
Nil if it was not sent: neither is called then.  A daemon that has not
answered after PATIENCE seconds, by default 10, is ended."
  (let ((connection tokenfield--connection))
    (tokenfield--send 0
      (jsonrpc-async-request
       connection method params
       :success-fn then :error-fn else
       :timeout (or patience 10)
       :timeout-fn (lambda ()
                     (when (eq connection tokenfield--connection)
                       (tokenfield--give-up "It does not answer")))))))

(defun tokenfield--call (method params then &optional else patience)
  "Ask METHOD with PARAMS, and call THEN with the result some time later.
ELSE is called with the error, if there is one.  Both run in this
buffer, and not at all if it is gone.  PATIENCE is how many seconds the
daemon may take."
  (when tokenfield--connection
    (let* ((buffer (current-buffer))
           (in-buffer (lambda (function)
                        (lambda (value)
                          (when (and function (buffer-live-p buffer))
                            (with-current-buffer buffer (funcall function value)))))))
      (tokenfield--request method params (funcall in-buffer then)
                           (funcall in-buffer else) patience))))

(defun tokenfield--late-p ()
  "Non-nil if an answer is late that has not come meanwhile."
  (and tokenfield--late
       (progn (accept-process-output (tokenfield--process) 0 nil t)
              tokenfield--late)))

(defun tokenfield--ask (method params &optional interruptible)
  "Ask METHOD with PARAMS and wait for the result, but never for long.
Nil if there is none within `tokenfield-limit', or if INTERRUPTIBLE and
the user types.  No request is sent while an earlier one is late."
  (when (and (tokenfield--ready-p) (not (tokenfield--reading-p)) (not (tokenfield--late-p)))
    (let* ((connection tokenfield--connection)
           (process (tokenfield--process))
           (end (+ (float-time) tokenfield-limit))
           (record (list method))
           (settled nil) (value nil)
           (settle (lambda (result)
                     (setq settled t
                           value result
                           tokenfield--late (delq record tokenfield--late)))))
      (when (tokenfield--request method params settle
                                 (lambda (_problem) (funcall settle nil)))
        (while (and (not settled)
                    (eq connection tokenfield--connection)
                    (< (float-time) end)
                    (not (and interruptible (input-pending-p))))
          (accept-process-output
           process (max 0.001 (min (- end (float-time)) (if interruptible 0.01 1)))
           nil t))
        ;; Who was interrupted by a key need not be late.
        (when (and (not settled) (>= (float-time) end)
                   (eq connection tokenfield--connection))
          (push record tokenfield--late)))
      value)))

(provide 'tokenfield-messages)
;;; tokenfield-messages.el ends here
