;;; tokenfield-events.el --- Hooks for what happens in fields  -*- lexical-binding: t; -*-

;;; Commentary:

;; Each thing that happens is told once, in the order in which it happened:
;; what a request did, and what somebody typed.  Every function on these hooks
;; is called in the buffer with the event, a property list as the protocol has
;; it (`:field', `:token', `:index', `:text', `:reason', …).

;;; Code:

(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-daemon)

(defgroup tokenfield-events nil
  "What is run when something happens in a field."
  :group 'tokenfield)

(defcustom tokenfield-event-functions nil
  "Functions called with each event of any type."
  :type 'hook)

(defmacro tokenfield--define-events (&rest events)
  "Define an option for each of EVENTS: (TYPE WHAT), TYPE without `did'."
  `(progn
     ,@(mapcar (lambda (event)
                 `(defcustom ,(tokenfield--event-hook (car event)) nil
                    ,(format "Functions called when %s." (cadr event))
                    :type 'hook))
               events)))

(eval-and-compile
  (defun tokenfield--event-hook (type)
    "The symbol of the hook for events of TYPE, `didBeginEditing' or such."
    (let ((case-fold-search nil))
      (intern (format "tokenfield-%s-functions"
                      (downcase (replace-regexp-in-string
                                 "\\([a-z]\\)\\([A-Z]\\)" "\\1-\\2"
                                 (string-remove-prefix "did" type))))))))

(tokenfield--define-events
 ("didBeginEditing" "point has come into a field")
 ("didEndEditing" "point has left a field")
 ("didAdd" "an entry is added")
 ("didRemove" "an entry is removed")
 ("didReplace" "an entry takes the place of another one")
 ("didReject" "what was typed is refused")
 ("didIgnore" "what was to be added is there already")
 ("didChangeText" "what is being typed has changed")
 ("didSelect" "entries are selected")
 ("didUnselect" "entries are selected no longer")
 ("didReachLimit" "a field takes no more entries")
 ("didAccept" "a candidate is accepted")
 ("didReturn" "RET ends the typing in a field")
 ("didEnable" "a field can be changed again")
 ("didDisable" "a field can be changed no longer")
 ("didChangeReady" "a message became ready to be sent, or not ready")
 ("didActivate" "an entry is clicked")
 ("announce" "something is said to the user"))

(defun tokenfield--happened (event)
  "Tell EVENT, and say it if it is to be said."
  (let* ((type (plist-get event :type))
         (hook (and (stringp type) (intern-soft (tokenfield--event-hook type)))))
    (when (equal type "announce")
      (tokenfield--say (plist-get event :text) nil))
    (with-demoted-errors "Tokenfield: %S"
      (when (and hook (boundp hook))
        (run-hook-with-args hook event))
      (run-hook-with-args 'tokenfield-event-functions event))))

(defun tokenfield--say (text refused)
  "Say TEXT to the user, if that is wanted; REFUSED is non-nil for a refusal."
  (when (and (stringp text)
             (or (eq tokenfield-announce 'all)
                 (eq tokenfield-style 'accessible)
                 (and refused tokenfield-announce)))
    (let ((message-log-max nil))
      (message "%s" text))))

(provide 'tokenfield-events)
;;; tokenfield-events.el ends here
