;;; tokenfield-findings.el --- What is wrong, and what mends it  -*- lexical-binding: t; -*-

;;; Commentary:

;; Findings go to Flymake; code actions mend them.  Before a message is sent
;; the daemon can be asked whether it is ready.

;;; Code:

(require 'cl-lib)
(require 'flymake)
(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-daemon)
(require 'tokenfield-chips)
(require 'tokenfield-act)
(require 'tokenfield-keys)

(defvar message-syntax-checks)

(defvar-local tokenfield--report nil
  "The function by which Flymake is told, or nil.")

(defvar-local tokenfield--findings nil
  "The findings of the daemon, as Flymake has them.")

;;; Flymake

(defun tokenfield-flymake (report &rest _)
  "Have REPORT told the findings of the daemon, for Flymake."
  (setq tokenfield--report report)
  (tokenfield--tell-flymake))

(defun tokenfield--tell-flymake ()
  "Tell Flymake the findings of now, in place of all before."
  (when tokenfield--report
    (save-restriction
      (widen)
      (condition-case nil
          (funcall tokenfield--report tokenfield--findings
                   :region (cons (point-min) (point-max)))
        ;; Flymake was turned off, or has begun anew: it asks again then.
        (error (setq tokenfield--report nil))))))

(defun tokenfield--take-findings (method params)
  "Take the findings of METHOD with PARAMS, if they are of now."
  (when (and (eq method 'textDocument/publishDiagnostics)
             (tokenfield--current-p (plist-get params :version)))
    ;; Most texts have none, and Flymake draws anew whatever it is told.
    (unless (and (null tokenfield--findings)
                 (= 0 (length (plist-get params :diagnostics))))
      (setq tokenfield--findings
            (let ((tokenfield--near (cons 0 (save-restriction (widen) (point-min)))))
              (delq nil (mapcar #'tokenfield--finding (plist-get params :diagnostics)))))
      (tokenfield--tell-flymake))))

(defun tokenfield--finding (said)
  "What the daemon SAID is wrong, as Flymake has it; nil if it has no place."
  (let ((region (tokenfield--region (plist-get said :range))))
    (when (and region (stringp (plist-get said :message)))
      (flymake-make-diagnostic
       (current-buffer) (car region)
       ;; Flymake shows nothing of an empty region.
       (if (= (car region) (cdr region))
           (min (1+ (cdr region)) (save-restriction (widen) (point-max)))
         (cdr region))
       (pcase (plist-get said :severity) (1 :error) (2 :warning) (_ :note))
       (format "%s [%s]" (plist-get said :message) (plist-get said :code))
       said))))

(add-hook 'tokenfield-notification-functions #'tokenfield--take-findings)

(defun tokenfield--forget-findings ()
  "Take the findings away."
  (setq tokenfield--findings nil)
  (tokenfield--tell-flymake))

;;; Code actions

(defun tokenfield--actions (beg end &optional kinds findings)
  "The code actions from BEG to END, of KINDS if that is non-nil.
FINDINGS are those to be mended, by default those that Flymake has there."
  (tokenfield--tell)
  (append
   (and tokenfield--uri
        (tokenfield--ask
         :textDocument/codeAction
         (list :textDocument (tokenfield--document)
               :range (tokenfield--range beg end)
               :context
               (append (list :diagnostics
                             (or findings
                                 (vconcat (mapcar #'flymake-diagnostic-data
                                                  (flymake-diagnostics beg end)))))
                       (and kinds (list :only kinds))))))
   nil))

(defun tokenfield--run (action version)
  "Make the edit of ACTION, made for VERSION of the text.
Of an action that changes no text the daemon does what it says."
  (if (and (not (plist-get action :edit)) (plist-get action :command))
      (let ((command (plist-get action :command)))
        (tokenfield--ask :workspace/executeCommand
                         (list :command (plist-get command :command)
                               :arguments (plist-get command :arguments)))
        (message "%s" (plist-get action :title)))
    (tokenfield--run-edit action version)))

(defun tokenfield--run-edit (action version)
  "Make the edit of ACTION, made for VERSION of the text."
  (let ((change (cl-find tokenfield--uri
                         (plist-get (plist-get action :edit) :documentChanges)
                         :key (lambda (change)
                                (plist-get (plist-get change :textDocument) :uri))
                         :test #'equal)))
    (unless (tokenfield--current-p version)
      (user-error "The text has changed meanwhile"))
    (unless (and change
                 (eql version (plist-get (plist-get change :textDocument) :version))
                 (tokenfield--edit (plist-get change :edits)))
      (user-error "That cannot be done"))
    (tokenfield--tell)
    (message "%s" (plist-get action :title))))

(defun tokenfield--choose (actions prompt)
  "The one of ACTIONS that the user chooses after PROMPT, by its title."
  (let* ((titles (mapcar (lambda (action) (plist-get action :title)) actions))
         (title (completing-read prompt titles nil t nil nil (car titles))))
    (cl-find title actions :key (lambda (action) (plist-get action :title))
             :test #'equal)))

(defun tokenfield-fix ()
  "Mend what is wrong at point, or the next finding that can be mended.
If there are several ways, ask which."
  (interactive "*")
  (let* ((here (tokenfield--remedies (tokenfield--actions (point) (point) ["quickfix"])))
         (actions (or here (tokenfield--fixes-behind (point))
                      (tokenfield--fixes-behind (point-min))
                      (user-error "Nothing that can be mended")))
         (version tokenfield--version))
    (tokenfield--run (if (cdr actions) (tokenfield--choose actions "Fix: ") (car actions))
                     version)))

(defun tokenfield--remedies (actions)
  "Those of ACTIONS that mend the text, rather than silence a finding."
  (seq-filter (lambda (action) (plist-get action :edit)) actions))

(defun tokenfield--fixes-behind (place)
  "The fixes of the first finding behind PLACE that can be mended."
  (cl-some (lambda (found)
             (let ((actions (tokenfield--remedies
                             (tokenfield--actions (flymake-diagnostic-beg found)
                                                  (flymake-diagnostic-end found)
                                                  ["quickfix"]))))
               (when actions
                 (goto-char (flymake-diagnostic-beg found))
                 actions)))
           (seq-take (cl-sort (seq-filter (lambda (found)
                                            (>= (flymake-diagnostic-beg found) place))
                                          (copy-sequence tokenfield--findings))
                              #'< :key #'flymake-diagnostic-beg)
                     8)))

(defun tokenfield-act ()
  "Choose what to do with the entry at point."
  (interactive "*")
  (let ((actions (or (tokenfield--actions (point) (point))
                     (user-error "Nothing can be done here")))
        (version tokenfield--version))
    (tokenfield--run (tokenfield--choose actions "Do: ") version)))

(defun tokenfield-menu (event)
  "Offer what can be done with the entry that EVENT clicks on, as a menu."
  (interactive "e")
  (mouse-set-point event)
  (let* ((actions (or (tokenfield--actions (point) (point))
                      (user-error "Nothing can be done here")))
         (version tokenfield--version)
         (action (x-popup-menu
                  event
                  (list "Entry"
                        (cons "" (mapcar (lambda (action)
                                           (cons (plist-get action :title) action))
                                         actions))))))
    (when action (tokenfield--run action version))))

(define-key tokenfield-chip-map [mouse-3] #'tokenfield-menu)
(define-key tokenfield-chip-map [down-mouse-3] #'ignore)

;;; Before sending

(defun tokenfield--tidy ()
  "Take away the separator behind the last entry of each field.
`message-mode' takes what would stand behind it for an invalid address,
and asks about that."
  (cl-loop
   repeat 16
   for found = (cl-find "trailing-separator" (tokenfield--findings-of-now)
                        :key (lambda (said) (plist-get said :code)) :test #'equal)
   for region = (and found (tokenfield--region (plist-get found :range)))
   for action = (and region (car (tokenfield--actions (car region) (cdr region)
                                                      ["quickfix"] (vector found))))
   while action
   do (tokenfield--run action tokenfield--version)))

(defun tokenfield--findings-of-now ()
  "The findings of the text as it stands, as the daemon has them."
  (tokenfield--tell)
  (and tokenfield--uri
       (plist-get (tokenfield--ask :textDocument/diagnostic
                                   (list :textDocument (tokenfield--document)))
                  :items)))

(defun tokenfield-send ()
  "Send the message as the key does, without separators at the ends of fields."
  (interactive)
  (let ((keys (this-single-command-keys)))
    (ignore-error user-error (tokenfield--tidy))
    (tokenfield--fall-back keys)))

(defun tokenfield--message-p ()
  "Non-nil if this buffer is a message that may be tidied and sent."
  (and tokenfield-tidy-before-sending (tokenfield--awake-p)
       (derived-mode-p 'message-mode)))

(defun tokenfield--bind-sending (map)
  "In MAP have the commands that send a message tidy it before."
  (dolist (command '(message-send message-send-and-exit
                     notmuch-mua-send notmuch-mua-send-and-exit))
    (tokenfield--bind map (vector 'remap command) #'tokenfield-send
                      #'tokenfield--message-p)))

(defun tokenfield-check ()
  "Say whether the message is ready to be sent, and what is wrong with it."
  (interactive)
  (message "%s" (or (tokenfield--objections) "Ready to be sent")))

(defun tokenfield--objections ()
  "The text of all that speaks against sending this message, or nil."
  (tokenfield--tell)
  (let* ((check (and tokenfield--uri
                     (tokenfield--ask :tokenField/check
                                      (list :textDocument (tokenfield--document)))))
         (blockers (mapcar (lambda (blocker)
                             (let ((field (plist-get blocker :field))
                                   (words (or (plist-get blocker :message)
                                              (plist-get blocker :reason))))
                               (if field (format "%s: %s" field words) words)))
                           (plist-get check :blockers)))
         (findings (cl-loop for said across (or (tokenfield--findings-of-now) [])
                            for words = (plist-get said :message)
                            ;; Errors and warnings; hints do not stop a message.
                            when (and (memql (plist-get said :severity) '(1 2))
                                      (not (cl-some (lambda (blocker)
                                                      (string-suffix-p words blocker))
                                                    blockers)))
                            collect words)))
    (cond ((null check) "Tokenfield does not answer: the recipients are not checked")
          ((or blockers findings)
           (string-join (delete-dups (append blockers findings)) "; ")))))

(defun tokenfield-check-before-sending ()
  "Ask once, with what was found, before a message is sent that is not ready.
For `message-send-hook'; see the option of the same name."
  (when (bound-and-true-p tokenfield-mode)
    (let ((objections (tokenfield--objections)))
      (unless (or (null objections)
                  (y-or-n-p (format "%s.  Send anyway? " objections)))
        (user-error "Not sent")))))

(defun tokenfield--check-sending (on)
  "Have the daemon check this message when it is sent, if ON, else no longer.
It takes the place of the question that `message-mode' asks of each
address by itself, so that one is asked once."
  (let ((others (and (listp message-syntax-checks)
                     (remove '(bogus-recipient . disabled) message-syntax-checks))))
    (if on
        (add-hook 'message-send-hook #'tokenfield-check-before-sending nil t)
      (remove-hook 'message-send-hook #'tokenfield-check-before-sending t))
    (when (listp message-syntax-checks)
      (setq-local message-syntax-checks
                  (if on (cons '(bogus-recipient . disabled) others) others)))))

(provide 'tokenfield-findings)
;;; tokenfield-findings.el ends here
