;;; tokenfield-chips-tests.el --- What is drawn, and what is left behind  -*- lexical-binding: t; -*-

;;; Commentary:

;; Chips are overlays: each test looks at those of a buffer.

;;; Code:

(require 'tokenfield-support)

(ert-deftest chips-have-the-face-of-their-class ()
  "Entries, groups, duplicates, invalid ones and separators are told apart."
  (test-with-draft (concat "To: Ana <ana@example.org>, x@@example.org, ana@example.org, "
                           "Team: a@example.org, b@example.org;\n\nbody\n")
    (should (equal (mapcar #'cdr (test-faces))
                   '(tokenfield-unknown tokenfield-separator tokenfield-invalid
                     tokenfield-separator tokenfield-duplicate tokenfield-separator
                     tokenfield-group)))
    (should (equal (car (nth 6 (test-faces))) "Team: a@example.org, b@example.org;"))))

(ert-deftest chips-differ-by-more-than-colour ()
  "Each class that matters has an attribute beside its colours."
  (dolist (face '(tokenfield-invalid tokenfield-duplicate tokenfield-unknown tokenfield-draft
                  tokenfield-group tokenfield-selected tokenfield-pending tokenfield-mention))
    (should (cl-some (lambda (attribute)
                       (not (memq (face-attribute face attribute nil t) '(unspecified normal nil))))
                     '(:underline :weight :slant :strike-through :inverse-video)))))

(ert-deftest chips-are-drawn-anew-only-where-they-changed ()
  "Typing at the end of a field leaves the overlays of the others alone."
  (test-with-draft "To: a@example.org, b@example.org, c@example.org\nCc: d@example.org, e@example.org|\n\nbody\n"
    (let ((before (mapcar #'tokenfield-field-chips tokenfield--fields)))
      (insert ", f@example.org")
      (test-settle)
      (let ((after (mapcar #'tokenfield-field-chips tokenfield--fields)))
        (should (cl-every #'eq (nth 0 before) (nth 0 after)))
        (should (eq (car (nth 1 before)) (car (nth 1 after))))
        (should (= (length (nth 1 after)) 5))))))

(ert-deftest chips-go-with-their-text ()
  "After edits elsewhere, and after undo, each chip stands over its entry."
  (test-with-draft "To: a@example.org, b@example.org\n\n|body\n"
    (let ((before (test-faces)))
      (goto-char (point-min))
      (insert "Subject: x\n")
      (test-settle)
      (should (equal (test-faces) before))
      (undo-boundary)
      (search-forward "b@example.org")
      (delete-region (match-beginning 0) (match-end 0))
      (test-settle)
      (should-not (equal (test-faces) before))
      (undo-boundary)
      (let ((last-command 'other)) (undo 1))
      (test-settle)
      (should (equal (mapcar #'car (test-faces)) (mapcar #'car before))))))

(ert-deftest chips-leave-nothing-behind ()
  "When the mode ends there is no overlay, no hook, and no fold of ours."
  (test-with-draft "To: Ana <ana@example.org>, jos\nCc: \n\nbody\n"
    (goto-char 6)
    (tokenfield-select)
    (let ((tokenfield-collapse t)) (tokenfield--collapse))
    (save-restriction
      (narrow-to-region (point-max) (point-max))
      (tokenfield-mode -1))
    (should-not (test-leftovers))
    (should-not (overlays-in (point-min) (point-max)))
    (should-not (memq 'tokenfield (if (listp buffer-invisibility-spec) buffer-invisibility-spec)))
    (should-not (memq #'tokenfield--after-change after-change-functions))
    (should-not (memq buffer tokenfield--buffers))
    (should-not (flymake-diagnostics))
    (should-not tokenfield--uri)))

(ert-deftest chips-leave-nothing-when-the-major-mode-changes ()
  "Another major mode, and reverting, begin anew."
  (test-with-draft "To: Ana <ana@example.org>\n\nbody\n"
    (fundamental-mode)
    (should-not (test-leftovers))
    (should-not (memq buffer tokenfield--buffers)))
  (let ((file (make-temp-file "tokenfield" nil ".eml" "To: Ana <ana@example.org>\n\nbody\n")))
    (unwind-protect
        (let ((buffer (find-file-noselect file))
              (tokenfield-modes '(text-mode)))
          (with-current-buffer buffer
            (text-mode)
            (tokenfield-mode 1)
            (test-wait "the daemon" (lambda () tokenfield--uri))
            (test-settle)
            (write-region "To: bo@example.org, cy@example.org\n\nbody\n" nil file nil 'quiet)
            (revert-buffer t t t)
            (test-settle)
            (should (equal (mapcar #'car (test-faces))
                           '("bo@example.org" "," "cy@example.org")))
            (kill-buffer buffer)))
      (delete-file file))))

(ert-deftest chips-in-a-clone-are-its-own ()
  "An indirect buffer has chips of its own, and takes none with it."
  (test-with-draft "To: Ana <ana@example.org>, bo@example.org\n\nbody\n"
    (let ((before (test-leftovers))
          (clone (clone-indirect-buffer nil nil)))
      (with-current-buffer clone
        (test-wait "the clone" (lambda () tokenfield--uri))
        (test-settle)
        (should (equal (length (test-faces)) 3))
        (should-not (cl-intersection before (test-leftovers))))
      (kill-buffer clone)
      (should (equal (length (test-leftovers)) (length before)))
      (test-settle)
      (should (equal (length (test-faces)) 3)))))

(ert-deftest chips-dim-addresses-and-hide-none-that-may-not ()
  "Addresses are dimmed; with the option those of known people are hidden."
  (let ((text (concat "To: José García <jose.garcia@example.org>, No One <no@example.org>, "
                      "Someone Else <eva@example.net>\n\n|body\n")))
    (test-with-draft text
      (should (equal (length (test-hidden)) 0))
      (should (cl-some (lambda (overlay) (eq (overlay-get overlay 'face) 'tokenfield-address))
                       (test-leftovers))))
    (let ((tokenfield-hide-addresses t))
      (test-with-draft text
        (test-wait "the address books" #'test-hidden)
        (should (equal (test-hidden) '("<jose.garcia@example.org>")))
        (goto-char 8)
        (tokenfield--look)
        (should-not (test-hidden))
        (goto-char (point-max))
        (tokenfield--look)
        (should (equal (test-hidden) '("<jose.garcia@example.org>")))))
    (let ((tokenfield-hide-addresses t) (tokenfield-style 'accessible))
      (test-with-draft text
        (should-not (test-hidden))))))

(defun test-hidden ()
  "The texts that cannot be seen."
  (cl-loop for overlay in (test-leftovers)
           when (overlay-get overlay 'invisible)
           collect (string-trim (buffer-substring-no-properties (overlay-start overlay)
                                                                (overlay-end overlay)))))

(defun test-strings ()
  "All that is drawn and not in the buffer."
  (apply #'concat
         (cl-loop for overlay in (test-leftovers)
                  append (delq nil (list (overlay-get overlay 'before-string)
                                         (overlay-get overlay 'after-string))))))

(ert-deftest chips-show-what-a-field-says ()
  "Placeholder and error of a field stand beside it; not in the accessible style."
  (let ((tokenfield-settings '(:fields (:Cc (:placeholder "copies")))))
    (tokenfield-restart)
    (unwind-protect
        (test-with-draft "To: a@example.org\nCc: \n\n|body\n"
          (should (string-search "copies" (test-strings)))
          (tokenfield-set-error "To" "mailbox full")
          (test-wait "the error" (lambda () (string-search "mailbox full" (test-strings))))
          (tokenfield-set-error "To" "")
          (test-wait "its end" (lambda () (not (string-search "mailbox full" (test-strings)))))
          (let ((tokenfield-style 'accessible))
            (tokenfield-redraw)
            (test-wait "the picture" (lambda () tokenfield--drawn))
            (should (equal (test-strings) ""))))
      (setq tokenfield-settings nil)
      (tokenfield-restart))))

(ert-deftest chips-collapse-to-a-row-with-a-counter ()
  "A long field shows a counter while point is elsewhere, and all when it comes."
  (test-with-draft (concat "To: " (mapconcat (lambda (n) (format "Person %d <p%d@example.org>" n n))
                                             (number-sequence 1 30) ",\n  ")
                           "\n\n|body\n")
    (setq-local tokenfield-collapse t)
    (tokenfield--collapse)
    (test-wait "the counter" (lambda () (string-match-p "and [0-9]+ more" (test-strings))))
    (should (= (length (test-hidden)) 1))
    (goto-char 6)
    (tokenfield--look)
    (should-not (test-hidden))))

(ert-deftest chips-in-caps-are-drawn-beside-the-text ()
  "The style with caps draws blocks, and the text stays."
  (let ((tokenfield-style 'caps))
    (cl-letf (((symbol-function 'face-background) (lambda (&rest _) "grey30")))
      (test-with-draft "To: a@example.org\n\nbody\n"
        (should (equal (substring-no-properties (test-strings)) "▐▌")))
      (test-with-draft "To: דנה <dana@example.org>\n\nbody\n"
        (should (equal (plist-get (tokenfield-field-said (car tokenfield--fields)) :direction)
                       "rtl"))
        (should (equal (substring-no-properties (test-strings)) "▌▐"))))))

(ert-deftest chips-announce-in-the-accessible-style ()
  "What happens is said, once."
  (let ((tokenfield-style 'accessible) (said nil))
    (test-with-draft "To: ana@example.org, bo@example.org|\n\nbody\n"
      (cl-letf (((symbol-function 'message)
                 (lambda (format &rest words) (push (apply #'format format words) said))))
        (test-keys "DEL"))
      (should (equal said '("Selected bo@example.org, 2 of 2"))))))

(ert-deftest chips-of-a-field-are-told-when-one-comes-into-it ()
  "In the accessible style it is said which field point has come into."
  (let ((tokenfield-style 'accessible) (said nil))
    (test-with-draft "To: ana@example.org, bo@example.org\nCc: \n\n|body\n"
      (cl-letf (((symbol-function 'message)
                 (lambda (format &rest words) (push (apply #'format format words) said))))
        (goto-char 6)
        (tokenfield--look)
        (test-wait "the words" (lambda () said)))
      (should (equal said '("To, 2 entries"))))))

(ert-deftest chips-are-clicked ()
  "A double click selects an entry, a click with the right button offers what can be done."
  (let ((activated nil))
    (test-with-draft "To: |\nCc: Ana <ana@example.org>\n\nbody\n"
      (let ((click (lambda (kind) (list kind (list (selected-window) 12 '(0 . 0) 0))))
            (tokenfield-activate-functions (list (lambda (event) (push event activated)))))
        (should (eq (overlay-get (tokenfield--token-at 12) 'keymap) tokenfield-chip-map))
        (should (eq (lookup-key tokenfield-chip-map [double-mouse-1]) #'tokenfield-mouse-select))
        (should (eq (lookup-key tokenfield-chip-map [mouse-3]) #'tokenfield-menu))
        (tokenfield-mouse-select (funcall click 'double-mouse-1))
        (should (string-match-p "⟪An?|?.*a <ana@example.org>⟫" (test-line)))
        (should (equal (plist-get (car activated) :field) "Cc"))
        (cl-letf (((symbol-function 'x-popup-menu)
                   (lambda (_event menu)
                     (cdr (cl-find "Move Ana.* to To" (cdr (cadr menu))
                                   :key #'car :test #'string-match-p)))))
          (tokenfield-menu (funcall click 'mouse-3)))
        (should (equal (buffer-string) "To: Ana <ana@example.org>\nCc: \n\nbody\n"))))))

(ert-deftest events-are-told-once-and-in-order ()
  "Each hook runs once for what a user does."
  (let ((told nil))
    (test-with-draft "To: |\nCc: \n\nbody\n"
      (let ((tokenfield-event-functions
             (list (lambda (event) (push (plist-get event :type) told)))))
        (test-type "eve@example.org,")
        (test-settle)
        (test-keys "TAB")
        (should (equal (cl-count "didAdd" told :test #'equal) 1))
        (should (equal (cl-count "didEndEditing" told :test #'equal) 1))
        (should (equal (cl-count "didBeginEditing" told :test #'equal) 2))
        (should (member "didBeginEditing" (member "didEndEditing" (reverse told)))))))
  (dolist (type '("didBeginEditing" "didEndEditing" "didAdd" "didRemove" "didReplace" "didReject"
                  "didIgnore" "didChangeText" "didSelect" "didUnselect" "didReachLimit"
                  "didAccept" "didReturn" "didEnable" "didDisable" "didChangeReady" "announce"))
    (let* ((told nil)
           (hook (tokenfield--event-hook type)))
      (should (custom-variable-p hook))
      (cl-progv (list hook) (list (list (lambda (event) (push event told))))
        (tokenfield--happened (list :type type :text "x")))
      (should (= (length told) 1)))))

;;; tokenfield-chips-tests.el ends here
