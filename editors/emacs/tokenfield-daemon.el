;;; tokenfield-daemon.el --- The process that all buffers share  -*- lexical-binding: t; -*-

;;; Commentary:

;; Starts the daemon, speaks to it, and starts it again when it ends.
;; Nothing here waits longer than `tokenfield-limit', and nothing that the
;; daemon sends can signal an error: Emacs would stop for two seconds.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'project)
(require 'url-util)
(require 'tokenfield-options)
(require 'tokenfield-text)

(defvar tokenfield--connection nil
  "The connection to the daemon, or nil.")

(defvar tokenfield--capabilities nil
  "What the daemon said of itself; nil before it has.")

(defvar tokenfield--buffers nil
  "The buffers that are shown to the daemon.")

(defvar tokenfield--late 0
  "How many requests of keys are answered late.
While there are any no key waits again.")

(defvar tokenfield--started nil
  "When the daemon was started last.")

(defvar tokenfield--wait 1
  "Seconds until the daemon is started again after its next end.")

(defvar tokenfield--starter nil
  "The timer that will start the daemon again.")

(defvar tokenfield--notes nil
  "What went wrong, the newest first: texts for the doctor.")

(defvar tokenfield-notification-functions nil
  "Functions that are told each notification: METHOD and PARAMS.
They run in the buffer that it is about.")

(defvar tokenfield-ready-hook nil
  "Hook that is run when the daemon can be spoken to.")

(defvar tokenfield-gone-hook nil
  "Hook that is run in each buffer of a daemon that has ended.")

(defun tokenfield--note (format &rest arguments)
  "Keep for the doctor what FORMAT and ARGUMENTS say."
  (push (concat (format-time-string "%T ") (apply #'format format arguments))
        tokenfield--notes)
  (when (nthcdr 20 tokenfield--notes)
    (setcdr (nthcdr 19 tokenfield--notes) nil)))

;;; Start and end

(defun tokenfield--ready-p ()
  "Non-nil if the daemon can be spoken to."
  (and tokenfield--connection tokenfield--capabilities))

(defun tokenfield--start ()
  "Start the daemon, unless it is running; it is ready some time later."
  (unless tokenfield--connection
    (if (not (executable-find (car tokenfield-program)))
        (unless (equal (car tokenfield--notes) "No program")
          (push "No program" tokenfield--notes)
          (message "Tokenfield: there is no program `%s'; see `tokenfield-program'"
                   (car tokenfield-program)))
      (condition-case problem
          (tokenfield--connect)
        (error (setq tokenfield--connection nil)
               (tokenfield--note "Not started: %S" problem))))))

(defun tokenfield--connect ()
  "Start the daemon and greet it."
  (when tokenfield--starter
    (cancel-timer tokenfield--starter)
    (setq tokenfield--starter nil))
  (setq tokenfield--capabilities nil
        tokenfield--late 0
        tokenfield--started (float-time))
  (let* ((folders (tokenfield--workspace))
         (connection
          (apply
           #'make-instance 'jsonrpc-process-connection :name "tokenfield"
           :notification-dispatcher #'tokenfield--dispatch
           :request-dispatcher (lambda (_connection method _params)
                                 (jsonrpc-error :code -32601
                                                :message (format "No %s" method)))
           :on-shutdown #'tokenfield--ended
           :process
           (lambda ()
             (let ((default-directory temporary-file-directory)
                   ;; A picture is read at once, not in ever longer breaths.
                   (process-adaptive-read-buffering nil))
               (make-process :name "tokenfield" :command tokenfield-program
                             :connection-type 'pipe :coding 'utf-8-emacs-unix
                             :noquery t
                             :stderr (get-buffer-create "*tokenfield stderr*"))))
           ;; No log of messages: Emacs 30 has another name for that.
           (if (slot-exists-p 'jsonrpc-process-connection '-events-buffer-config)
               '(:events-buffer-config (:size 0 :format full))
             '(:events-buffer-scrollback-size 0)))))
    (add-function :around (process-filter (jsonrpc--process connection))
                  #'tokenfield--guard)
    (add-function :around (process-sentinel (jsonrpc--process connection))
                  #'tokenfield--quietly)
    (setq tokenfield--connection connection)
    ;; The buffer for which it is started may be gone when it answers.
    (tokenfield--request
     :initialize
     (list :processId (emacs-pid)
           :clientInfo (list :name "Emacs" :version emacs-version)
           :rootUri nil
           :workspaceFolders
           (vconcat (mapcar (lambda (folder)
                              (let ((uri (tokenfield--file-uri folder)))
                                (list :uri uri :name uri)))
                            folders))
           :initializationOptions (or tokenfield-settings (make-hash-table))
           :capabilities
           '(:general (:positionEncodings ["utf-32"])
             :workspace (:workspaceEdit (:documentChanges t
                                         :changeAnnotationSupport
                                         (:groupsOnLabel :json-false)))
             :textDocument
             (:completion (:completionItem (:snippetSupport :json-false
                                            :labelDetailsSupport t))
              :hover (:contentFormat ["plaintext"])
              :codeAction (:codeActionLiteralSupport
                           (:codeActionKind (:valueSet ["quickfix" "refactor" "source"])))
              :rename (:prepareSupport t)
              :publishDiagnostics (:relatedInformation t))
             :experimental (:tokenField (:bidi :json-false))))
     (lambda (result)
       (when (eq connection tokenfield--connection)
         (tokenfield--greeted (plist-get result :capabilities))))
     (lambda (problem) (tokenfield--note "Not greeted: %S" problem)))))

(defun tokenfield--greeted (capabilities)
  "Begin to speak to a daemon that said CAPABILITIES of itself."
  (if (not (equal (plist-get capabilities :positionEncoding) "utf-32"))
      (tokenfield--give-up "It does not count characters")
    (setq tokenfield--capabilities capabilities)
    (tokenfield--notify :initialized (make-hash-table))
    (run-hooks 'tokenfield-ready-hook)))

(defun tokenfield--workspace ()
  "The folders of notes."
  (or (mapcar #'expand-file-name tokenfield-folders)
      (let ((project (and (not (file-remote-p default-directory))
                          (ignore-errors (project-current)))))
        (and project (list (expand-file-name (project-root project)))))))

(defun tokenfield--file-uri (file)
  "The URI of FILE."
  (concat "file://" (url-hexify-string (expand-file-name file) url-path-allowed-chars)))

(defun tokenfield--give-up (why)
  "End a daemon that is of no use, and note WHY."
  (tokenfield--note "Ended: %s" why)
  (when tokenfield--connection
    (let ((process (jsonrpc--process tokenfield--connection)))
      (if (process-live-p process)
          (delete-process process)
        (tokenfield--ended tokenfield--connection)))))

(defun tokenfield--ended (connection)
  "Take leave of the daemon of CONNECTION, and start another one later."
  (let ((name (format "*%s events*" (jsonrpc-name connection))))
    (when (get-buffer name) (kill-buffer name)))
  (when (eq connection tokenfield--connection)
    (setq tokenfield--connection nil
          tokenfield--capabilities nil
          tokenfield--late 0)
    (when (> (- (float-time) tokenfield--started) 60)
      (setq tokenfield--wait 1))
    (dolist (buffer tokenfield--buffers)
      (when (buffer-live-p buffer)
        (with-current-buffer buffer
          (setq tokenfield--uri nil)
          (run-hooks 'tokenfield-gone-hook))))
    (tokenfield--note "The daemon ended; another one in %d s" tokenfield--wait)
    (setq tokenfield--starter
          (run-with-timer tokenfield--wait nil #'tokenfield--start-again)
          tokenfield--wait (min 60 (* 2 tokenfield--wait)))))

(defun tokenfield--start-again ()
  "Start the daemon again, if some buffer needs it."
  (setq tokenfield--starter nil)
  (when (setq tokenfield--buffers (cl-delete-if-not #'buffer-live-p tokenfield--buffers))
    (tokenfield--start)))

(defun tokenfield-restart ()
  "End the daemon and start it again at once."
  (interactive)
  (setq tokenfield--wait 1
        tokenfield--notes (delete "No program" tokenfield--notes))
  (tokenfield--bid-farewell)
  (tokenfield--start))

(defun tokenfield--bid-farewell ()
  "End the daemon as the protocol wants it, without waiting for it."
  (let ((connection tokenfield--connection))
    (when connection
      (setq tokenfield--connection nil)
      (dolist (buffer tokenfield--buffers)
        (when (buffer-live-p buffer)
          (with-current-buffer buffer
            (setq tokenfield--uri nil)
            (run-hooks 'tokenfield-gone-hook))))
      (let ((process (jsonrpc--process connection)))
        (ignore-errors
          (with-timeout (tokenfield-limit nil)
            (jsonrpc-async-request connection :shutdown nil
                                   :success-fn #'ignore :error-fn #'ignore
                                   :timeout-fn #'ignore)
            (jsonrpc-notify connection :exit nil)))
        (when (process-live-p process)
          (process-send-eof process)
          (run-with-timer 1 nil #'delete-process process))))))

(add-hook 'kill-emacs-hook #'tokenfield--bid-farewell)

;;; Messages of the daemon

(defun tokenfield--guard (filter process text)
  "Have FILTER of PROCESS take TEXT, and survive whatever it is.
After an error what came with it is still to be taken."
  (while text
    (setq text (condition-case problem
                   ;; With it jsonrpc signals what it would step over.
                   (let ((debug-on-error nil))
                     (funcall filter process text)
                     nil)
                 (error (tokenfield--note "Not understood: %S" problem) "")))))

(defun tokenfield--quietly (sentinel process change)
  "Have SENTINEL told of CHANGE of PROCESS, without a message."
  (let ((inhibit-message t))
    (with-demoted-errors "Tokenfield: %S"
      (funcall sentinel process change))))

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

;;; Messages to the daemon

(defmacro tokenfield--send (characters &rest body)
  "Do BODY, which writes about so many CHARACTERS to the daemon.
A daemon that does not read what is written would stop Emacs: it is ended."
  (declare (indent 1) (debug t))
  `(condition-case problem
       ;; Emacs rests 20 ms whenever a pipe is full, so much text takes time.
       (with-timeout ((+ tokenfield-limit (/ ,characters 5e5))
                      (tokenfield--give-up "It reads nothing"))
         ,@body)
     (error (tokenfield--note "Not sent: %S" problem))))

(defun tokenfield--notify (method params &optional characters)
  "Send the notification METHOD with PARAMS, a text of so many CHARACTERS."
  (when tokenfield--connection
    (tokenfield--send (or characters 0)
      (jsonrpc-notify tokenfield--connection method params))))

(defun tokenfield--request (method params then else &optional patience)
  "Ask METHOD with PARAMS; THEN is called with the result, ELSE with an error.
A daemon that has not answered after PATIENCE seconds, by default 10, is
ended."
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

(defvar tokenfield--late-since 0
  "When an answer was last found to be late, in seconds.")

(defun tokenfield--late-p ()
  "Non-nil if an answer is late that has not come meanwhile.
After two seconds a key may wait again: a daemon that is gone for good
is ended by its requests."
  (when (> (- (float-time) tokenfield--late-since) 2)
    (setq tokenfield--late 0))
  (and (> tokenfield--late 0)
       (progn (accept-process-output (jsonrpc--process tokenfield--connection) 0 nil t)
              (> tokenfield--late 0))))

(defun tokenfield--ask (method params &optional interruptible)
  "Ask METHOD with PARAMS and wait for the result, but never for long.
Nil if there is none within `tokenfield-limit', or if INTERRUPTIBLE and
the user types.  No request is sent while an earlier one is late."
  (when (and (tokenfield--ready-p) (not (tokenfield--late-p)))
    (let* ((connection tokenfield--connection)
           (process (jsonrpc--process connection))
           (end (+ (float-time) tokenfield-limit))
           (settled nil) (late nil) (value nil)
           (settle (lambda (result)
                     (setq settled t value result)
                     (when late
                       (setq tokenfield--late (max 0 (1- tokenfield--late)))))))
      (tokenfield--request method params settle (lambda (_problem) (funcall settle nil)))
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
        (setq late t
              tokenfield--late-since (float-time))
        (cl-incf tokenfield--late))
      value)))

(provide 'tokenfield-daemon)
;;; tokenfield-daemon.el ends here
