;;; tokenfield-completion.el --- Candidates in the daemon's order  -*- lexical-binding: t; -*-

;;; Commentary:

;; A function for `completion-at-point-functions'.  The daemon matches and
;; ranks; a completion style of our own keeps what it gives, in its order.
;; What is chosen is written by the edits that the daemon made for it.

;;; Code:

(require 'cl-lib)
(require 'subr-x)
(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-daemon)
(require 'tokenfield-events)

(defvar company-backends)
(defvar company-backend)
(defvar company-candidates)
(defvar company-selection-changed)

(declare-function company-abort "ext:company" ())
(declare-function company-manual-begin "ext:company" ())

(cl-defstruct (tokenfield-list (:constructor tokenfield--make-list))
  "Candidates: ITEMS by their text as it is shown, for TYPED between BEG and END.
BEG and END are markers; WORDS are the texts in order.  RANGE and SIZE
are those of what is between, in VERSION of the text."
  beg end typed words items range size version)

(defvar-local tokenfield--late-list nil
  "(VERSION POINT . RESULT) of candidates that came later.")

(defvar-local tokenfield--last-list nil
  "The list that was given last, which may be open still.")

(defvar tokenfield-suggestions-hook nil
  "Hook that is run in a buffer for which other candidates have come.
`tokenfield-completion-at-point' gives them then.")

;;; Asking

(defvar tokenfield--typing-commands
  '(self-insert-command org-self-insert-command delete-backward-char
    backward-delete-char-untabify tokenfield-separator tokenfield-self-insert
    tokenfield-backspace)
  "Commands after which completion was not asked for by the user.")

(defun tokenfield--candidates ()
  "The completion list at point, or nil."
  (tokenfield--tell)
  (let* ((version tokenfield--version)
         (late tokenfield--late-list)
         (typing (memq this-command tokenfield--typing-commands))
         (result
          (if (and late (eql (car late) version) (eql (cadr late) (point)))
              (cddr late)
            (tokenfield--ask
             :textDocument/completion
             (list :textDocument (tokenfield--document)
                   :position (tokenfield--position)
                   :context (list :triggerKind (if typing 3 1)))
             ;; Who asked for it and types ahead gets what was asked for.
             typing))))
    (and (tokenfield--current-p version)
         (tokenfield--read-list (append (plist-get result :items) nil)))))

(defun tokenfield--read-list (items)
  "The list of ITEMS, or nil if there are none that fit point."
  (let* ((range (plist-get (plist-get (car items) :textEdit) :range))
         (region (and range (tokenfield--region range))))
    (when (and region (<= (car region) (point) (cdr region))
               (= (line-number-at-pos (car region) t) (line-number-at-pos (cdr region) t)))
      (let ((table (make-hash-table :test #'equal))
            (words nil)
            (labels (mapcar (lambda (item) (plist-get item :label)) items)))
        (dolist (item items)
          (let ((edit (plist-get item :textEdit))
                (word (tokenfield--word item labels)))
            (when (and (stringp word) (equal (plist-get edit :range) range)
                       (stringp (plist-get edit :newText))
                       (not (gethash word table)))
              ;; Places beside the range move when a candidate is shown.
              (puthash word (append (list :more (tokenfield--markers item) :said item)
                                    item)
                       table)
              (push word words))))
        (and words
             (tokenfield--make-list
              :beg (copy-marker (car region)) :end (copy-marker (cdr region) t)
              :typed (buffer-substring-no-properties (car region) (point))
              :words (nreverse words) :items table
              :range range :size (- (cdr region) (car region))
              :version tokenfield--version))))))

(defun tokenfield--word (item labels)
  "The text that stands for ITEM; LABELS are those of all.
Two people of one name are told apart by what stands beside it."
  (let ((label (plist-get item :label))
        (detail (plist-get item :detail)))
    (if (and (stringp detail) (> (cl-count label labels :test #'equal) 1))
        (format "%s <%s>" label detail)
      label)))

(defun tokenfield--markers (item)
  "The further edits of ITEM as a list ((BEG END TEXT) …) of markers."
  (mapcar (pcase-lambda (`(,beg ,end ,text))
            (list (copy-marker beg) (copy-marker end) text))
          (tokenfield--regions (plist-get item :additionalTextEdits))))

;;; Writing

(defun tokenfield--accept (list word)
  "Write what WORD of LIST stands for in the place of what is between."
  (let ((item (gethash (substring-no-properties word) (tokenfield-list-items list))))
    (when item
      (goto-char (tokenfield-list-end list))
      (delete-region (tokenfield-list-beg list) (point))
      (insert (plist-get (plist-get item :textEdit) :newText))
      ;; The daemon knows its candidate again by the one change that it is.
      (when (eql tokenfield--version (tokenfield-list-version list))
        (tokenfield--as-one (tokenfield-list-range list)
                            (marker-position (tokenfield-list-beg list))
                            (tokenfield-list-size list)))
      (save-excursion
        (pcase-dolist (`(,beg ,end ,text) (plist-get item :more))
          (goto-char beg)
          (delete-region beg end)
          (insert text)))
      (tokenfield--tell))))

;;; The standard interface

(defun tokenfield--try (string table predicate _point)
  "Complete STRING in TABLE with PREDICATE: to the only candidate, if it is one."
  (let ((all (all-completions string table predicate)))
    (cond ((null all) nil)
          ((cdr all) (cons string (length string)))
          ((equal (car all) string) t)
          ;; The caller strips properties from what it is given.
          (t (cons (copy-sequence (car all)) (length (car all)))))))

(defun tokenfield--all (string table predicate _point)
  "All candidates of TABLE for STRING that satisfy PREDICATE."
  (all-completions string table predicate))

(add-to-list 'completion-styles-alist
             '(tokenfield tokenfield--try tokenfield--all
                          "What the daemon gives, in its order."))
(add-to-list 'completion-category-defaults '(tokenfield (styles tokenfield)))

(defun tokenfield--filter (string list)
  "The words of LIST in which each word of STRING stands.
For a minibuffer, in which one types on while the buffer stays as it is."
  (let ((case-fold-search t)
        (parts (split-string string)))
    (cl-remove-if-not
     (lambda (word)
       (let ((text (concat word " " (plist-get (gethash word (tokenfield-list-items list))
                                               :detail))))
         (cl-every (lambda (part) (string-match-p (regexp-quote part) text)) parts)))
     (tokenfield-list-words list))))

(defun tokenfield--table (list buffer)
  "A completion table of LIST in BUFFER, which asks again as one types on."
  (lambda (string predicate action)
    (pcase action
      ('metadata '(metadata (category . tokenfield)
                            (display-sort-function . identity)
                            (cycle-sort-function . identity)))
      (`(boundaries . ,_) nil)
      ;; A candidate that has just been written is one, and the only one.
      ('lambda (and (gethash string (tokenfield-list-items list)) t))
      ((and 'nil (guard (and (gethash string (tokenfield-list-items list))
                             (not (equal string (tokenfield-list-typed list))))))
       t)
      (_
       (when (buffer-live-p buffer)
         (with-current-buffer buffer
           (let* ((beg (marker-position (tokenfield-list-beg list)))
                  (typed (and beg (<= beg (point))
                              (buffer-substring-no-properties beg (point))))
                  (words
                   (cond
                    ((equal string (tokenfield-list-typed list)) (tokenfield-list-words list))
                    ((equal string typed)
                     (tokenfield--renew list)
                     (and (equal string (tokenfield-list-typed list))
                          (tokenfield-list-words list)))
                    (t (tokenfield--filter string list))))
                  (words (if predicate (cl-remove-if-not predicate words) words)))
             (pcase action
               ('t words)
               ('nil (cond ((null words) nil)
                           ((equal words (list string)) t)
                           (t string)))))))))))

(defun tokenfield--renew (list)
  "Fill LIST with the candidates of now."
  (let ((new (tokenfield--candidates)))
    (when new
      ;; A front end may show what was there before, and have it chosen.
      (maphash (lambda (word item)
                 (unless (gethash word (tokenfield-list-items new))
                   (puthash word item (tokenfield-list-items new))))
               (tokenfield-list-items list))
      (setf (tokenfield-list-beg list) (tokenfield-list-beg new)
            (tokenfield-list-end list) (tokenfield-list-end new)
            (tokenfield-list-typed list) (tokenfield-list-typed new)
            (tokenfield-list-words list) (tokenfield-list-words new)
            (tokenfield-list-range list) (tokenfield-list-range new)
            (tokenfield-list-size list) (tokenfield-list-size new)
            (tokenfield-list-version list) (tokenfield-list-version new)
            (tokenfield-list-items list) (tokenfield-list-items new)))))

(defun tokenfield--item (list word)
  "The item of WORD in LIST."
  (gethash (substring-no-properties word) (tokenfield-list-items list)))

(defun tokenfield--doc-buffer (list word)
  "A buffer with the card of WORD of LIST, or nil."
  (let* ((item (tokenfield--item list word))
         (resolved (and item (tokenfield--ask :completionItem/resolve
                                              (plist-get item :said))))
         (text (plist-get (plist-get resolved :documentation) :value)))
    (when (stringp text)
      (with-current-buffer (get-buffer-create " *tokenfield card*")
        (erase-buffer)
        (insert text)
        (current-buffer)))))

(defun tokenfield-completion-at-point ()
  "Complete the entry that is typed; for `completion-at-point-functions'."
  (when (tokenfield--ready-p)
    (let ((list (tokenfield--candidates))
          (buffer (current-buffer)))
      (setq tokenfield--last-list list)
      (when list
        (list (marker-position (tokenfield-list-beg list))
              (marker-position (tokenfield-list-end list))
              (tokenfield--table list buffer)
              :exclusive 'no
              :annotation-function
              (lambda (word)
                (let ((detail (plist-get (tokenfield--item list word) :detail)))
                  (and detail (not (string-search detail word)) (concat " " detail))))
              :company-docsig
              (lambda (word) (plist-get (tokenfield--item list word) :detail))
              :company-kind
              (lambda (word)
                (if (plist-get (plist-get (tokenfield--item list word) :data) :address)
                    'text 'keyword))
              :company-doc-buffer (lambda (word) (tokenfield--doc-buffer list word))
              :company-prefix-length t
              :exit-function
              (lambda (word status)
                (when (memq status '(finished sole))
                  (with-current-buffer buffer
                    (tokenfield--accept list word)))))))))

(defun tokenfield-complete ()
  "Complete the entry that is typed."
  (interactive)
  (let ((completion-at-point-functions '(tokenfield-completion-at-point)))
    (completion-at-point)))

(defun tokenfield--take-suggestions (method params)
  "Keep the candidates of METHOD with PARAMS for a list that is open."
  (when (and (eq method 'tokenField/suggestions)
             (tokenfield--current-p (plist-get params :version)))
    (setq tokenfield--late-list
          (cons (plist-get params :version)
                (cons (tokenfield--place (plist-get params :position)) params)))
    ;; Elsewhere the daemon would be asked, from within its own message.
    (when (and tokenfield--last-list (eql (point) (cadr tokenfield--late-list)))
      (tokenfield--renew tokenfield--last-list))
    (tokenfield--later (lambda () (run-hooks 'tokenfield-suggestions-hook)))))

(add-hook 'tokenfield-notification-functions #'tokenfield--take-suggestions)

(defun tokenfield--company ()
  "Have company ask us first, where another backend was put in our place."
  (when (and (local-variable-p 'company-backends)
             (not (eq (car company-backends) 'company-capf)))
    (setq-local company-backends
                (cons 'company-capf (remq 'company-capf company-backends)))))

(defun tokenfield--refresh-company ()
  "Have an open list of company show the candidates that have come.
Not if the user has moved in it: another one would be under the mark."
  (when (and (bound-and-true-p company-candidates)
             (eq company-backend 'company-capf)
             (not company-selection-changed))
    (company-abort)
    (company-manual-begin)))

(add-hook 'tokenfield-suggestions-hook #'tokenfield--refresh-company)

(provide 'tokenfield-completion)
;;; tokenfield-completion.el ends here
