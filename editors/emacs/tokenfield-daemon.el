;;; tokenfield-daemon.el --- The process that all buffers share  -*- lexical-binding: t; -*-

;;; Commentary:

;; Starts the daemon, and starts it again when it ends.  There is never more
;; than one: the next is started when the one before has ended.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'project)
(require 'url-util)
(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-messages)

(defvar tokenfield--number 0
  "How many daemons have been started.")

(defvar tokenfield--started nil
  "When the daemon was started last.")

(defvar tokenfield--wait 1
  "Seconds until the daemon is started again after its next end.")

(defvar tokenfield--starter nil
  "The timer that will start the daemon again.")

(defvar tokenfield--leaving nil
  "The process of a daemon that was told to end, or nil.")

(defvar tokenfield-ready-hook nil
  "Hook that is run when the daemon can be spoken to.")

(defvar tokenfield-gone-hook nil
  "Hook that is run in each buffer of a daemon that has ended.")

;;; Start

(defun tokenfield--start ()
  "Start the daemon, unless it is running; it is ready some time later.
One that has still to end is waited for: its end starts the next one."
  (cond
   (tokenfield--connection)
   ((not (executable-find (car tokenfield-program)))
    (unless (equal (car tokenfield--notes) "No program")
      (push "No program" tokenfield--notes)
      (message "Tokenfield: there is no program `%s'; see `tokenfield-program'"
               (car tokenfield-program))))
   ((not (and tokenfield--leaving (process-live-p tokenfield--leaving)))
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
        tokenfield--late nil
        tokenfield--leaving nil
        tokenfield--started (float-time))
  (let* ((folders (tokenfield--workspace))
         ;; The buffers of jsonrpc are found by this name.
         (name (format "tokenfield-%d" (cl-incf tokenfield--number)))
         (connection
          (apply
           #'make-instance 'jsonrpc-process-connection :name name
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
                             ;; jsonrpc would keep all of its log in a buffer.
                             :stderr (make-pipe-process
                                      :name "tokenfield log" :noquery t :buffer nil
                                      :filter #'ignore :sentinel #'ignore))))
           ;; No log of messages: Emacs 30 has another name for that.
           (if (slot-exists-p 'jsonrpc-process-connection '-events-buffer-config)
               '(:events-buffer-config (:size 0 :format full))
             '(:events-buffer-scrollback-size 0)))))
    (add-function :around (process-filter (jsonrpc--process connection))
                  #'tokenfield--read)
    (add-function :around (process-sentinel (jsonrpc--process connection))
                  #'tokenfield--changed-state)
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

;;; End

(defun tokenfield--give-up (why)
  "End a daemon that is of no use, and note WHY."
  (tokenfield--note "Ended: %s" why)
  (when tokenfield--connection
    (let ((process (tokenfield--process)))
      (if (process-live-p process)
          (delete-process process)
        (tokenfield--ended tokenfield--connection)))))

(defun tokenfield--changed-state (sentinel process change)
  "Have SENTINEL told of CHANGE of PROCESS, without a message.
One that was stopped and goes on is told what it has missed."
  (let ((inhibit-message t))
    (with-demoted-errors "Tokenfield: %S"
      (funcall sentinel process change)))
  (when (and (tokenfield--ready-p) (eq process (tokenfield--process))
             (eq (process-status process) 'run))
    (run-hooks 'tokenfield-ready-hook)))

(defun tokenfield--ended (connection)
  "Take leave of the daemon of CONNECTION, and start another one later."
  (dolist (format '("*%s events*" " *%s output*" " *%s stderr*" "*%s stderr*"))
    (let ((buffer (get-buffer (format format (jsonrpc-name connection)))))
      (when buffer (kill-buffer buffer))))
  (cond
   ((eq connection tokenfield--connection)
    (tokenfield--take-leave)
    (when (> (- (float-time) tokenfield--started) 60)
      (setq tokenfield--wait 1))
    (tokenfield--note "The daemon ended; another one in %d s" tokenfield--wait)
    (setq tokenfield--starter
          (run-with-timer tokenfield--wait nil #'tokenfield--start-again)
          tokenfield--wait (min 60 (* 2 tokenfield--wait))))
   ((eq (jsonrpc--process connection) tokenfield--leaving)
    (setq tokenfield--leaving nil)
    ;; Not from within its sentinel.
    (run-with-timer 0 nil #'tokenfield--start-again))))

(defun tokenfield--take-leave ()
  "Forget the daemon, in all buffers, too."
  (setq tokenfield--connection nil
        tokenfield--capabilities nil
        tokenfield--late nil)
  (dolist (buffer tokenfield--buffers)
    (when (buffer-live-p buffer)
      (with-current-buffer buffer
        (setq tokenfield--uri nil)
        (with-demoted-errors "Tokenfield: %S"
          (run-hooks 'tokenfield-gone-hook))))))

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
  (let ((connection tokenfield--connection)
        (process (tokenfield--process)))
    (when connection
      (tokenfield--take-leave)
      (when (process-live-p process)
        (setq tokenfield--leaving process)
        ;; Whatever it still says is for nobody.
        (set-process-filter process #'ignore)
        (ignore-errors
          (with-timeout (tokenfield-limit nil)
            (jsonrpc-async-request connection :shutdown nil
                                   :success-fn #'ignore :error-fn #'ignore
                                   :timeout-fn #'ignore)
            (jsonrpc-notify connection :exit nil)
            (process-send-eof process)))
        (run-with-timer 1 nil #'delete-process process)))))

(add-hook 'kill-emacs-hook #'tokenfield--bid-farewell)

(provide 'tokenfield-daemon)
;;; tokenfield-daemon.el ends here
