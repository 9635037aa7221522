;;; tokenfield-keys-tests.el --- Keys and commands in fields  -*- lexical-binding: t; -*-

;;; Commentary:

;; Keys as a user presses them, and the text with point and selection after.

;;; Code:

(require 'tokenfield-support)

(ert-deftest keys-del-selects-and-removes ()
  "DEL behind an entry selects it, DEL again removes it with its separator."
  (test-with-draft "To: Ana <ana@example.org>, bo@example.org|\n\nbody\n"
    (test-keys "DEL")
    (should (equal (test-line) "To: Ana <ana@example.org>, ⟪bo@example.org⟫|"))
    (test-keys "DEL")
    (should (equal (test-line) "To: Ana <ana@example.org>|"))))

(ert-deftest keys-del-within-words-deletes-a-letter ()
  "Within what is typed DEL is that of the mode."
  (test-with-draft "To: \n\nbody\n"
    (goto-char 5)
    (test-type "jos")
    (test-keys "DEL")
    (should (equal (test-line) "To: jo|"))))

(ert-deftest keys-del-is-undone-in-one-step ()
  "What a key did is undone by one `undo'."
  (test-with-draft "To: Ana <ana@example.org>, bo@example.org, cy@example.org|\n\nbody\n"
    (test-keys "DEL" "DEL" "DEL" "DEL")
    (should (equal (test-line) "To: Ana <ana@example.org>|"))
    (execute-kbd-macro (kbd "C-/"))
    (should (equal (buffer-substring 1 (line-end-position))
                   "To: Ana <ana@example.org>, bo@example.org"))
    ;; A macro of its own begins a new chain: the first takes back the undo.
    (execute-kbd-macro (kbd "C-/ C-/ C-/"))
    (should (equal (buffer-substring 1 (line-end-position))
                   "To: Ana <ana@example.org>, bo@example.org, cy@example.org"))
    (test-settle)
    (should (equal (length (test-faces)) 5))))

(ert-deftest keys-selection-goes-when-point-does ()
  "A selection holds for the place of point alone: nothing unseen is deleted."
  (test-with-draft "To: ana@example.org, bo@example.org|\n\nbody\n"
    (test-keys "DEL" "C-n" "C-p")
    (should-not (tokenfield--selection))
    (test-keys "C-e" "DEL")
    (should (equal (test-line) "To: ana@example.org, ⟪bo@example.org⟫|"))
    (test-keys "C-g")
    (should (equal (test-line) "To: ana@example.org, bo@example.org|"))))

(ert-deftest keys-c-d-is-the-mirror ()
  "C-d selects and removes the entry behind point."
  (test-with-draft "To: |ana@example.org, bo@example.org\n\nbody\n"
    (test-keys "C-d")
    (should (equal (test-line) "To: ⟪|ana@example.org⟫, bo@example.org"))
    (test-keys "C-d")
    (should (equal (test-line) "To: |bo@example.org"))))

(ert-deftest keys-delete-forward-joins-no-fields ()
  "At the end of a field nothing goes, whichever key says so."
  (dolist (key '("C-d" "<deletechar>"))
    (test-with-draft "To: ana@example.org, bo@example.org|
Cc: cy@example.org

body
"
      (test-keys key)
      (should (equal (test-line) "To: ana@example.org, bo@example.org|"))
      (test-keys "C-n" "C-a" "<deletechar>")
      (should (equal (test-line) "Cc: ⟪|cy@example.org⟫")))))

(ert-deftest keys-a-separator-commits ()
  "A comma ends what is typed; in quotes it is a letter."
  (test-with-draft "To: |\n\nbody\n"
    (test-type "eve@example.org,")
    (should (equal (test-line) "To: eve@example.org, |"))
    (test-type "\"Vela, Ines\" <ines@example.org>,")
    (should (equal (test-line) "To: eve@example.org, \"Vela, Ines\" <ines@example.org>, |"))
    (test-type "a@example.org;")
    (should (string-suffix-p "a@example.org, |" (test-line)))))

(ert-deftest keys-a-blank-behind-a-separator-adds-none ()
  "A list typed as ever, with a blank behind each comma, gets one blank each."
  (test-with-draft "To: |\n\nbody\n"
    (test-type "eve@example.org, bo@example.org, Cy Li <cy@example.org>")
    (should (equal (test-line) "To: eve@example.org, bo@example.org, Cy Li <cy@example.org>|"))))

(ert-deftest keys-ret-commits-and-goes-on ()
  "RET makes an entry of what is typed, and goes on where nothing is."
  (test-with-draft "To: |\nCc: \nSubject: x\n\nbody\n"
    (test-type "eve@example.org")
    (test-keys "RET")
    (should (equal (test-line) "To: eve@example.org, |"))
    (test-keys "RET")
    (should (equal (test-line) "Cc: |"))
    (test-keys "RET")
    (should (equal (test-line) "Subject: x|"))
    (test-keys "RET")
    (should (equal (test-line) "|"))))

(ert-deftest keys-tab-goes-from-field-to-field ()
  "TAB goes on where nothing is typed, S-TAB back."
  (test-with-draft "To: ana@example.org|\nCc: \nSubject: x\n\nbody\n"
    (test-keys "TAB")
    (should (equal (test-line) "Cc: |"))
    (test-keys "<backtab>")
    (should (equal (test-line) "To: ana@example.org|"))))

(ert-deftest keys-outside-of-fields-are-the-modes ()
  "Outside of fields no key is bound, and none is asked about."
  (test-with-draft "To: ana@example.org\nSubject: x\n\nbody|\n"
    (dolist (key '("DEL" "C-d" "RET" "TAB" "," "M-t" "C-y" "C-b" "C-c ,"))
      (should (equal (key-binding (kbd key))
                     (let ((tokenfield-mode nil)) (key-binding (kbd key))))))
    (goto-char (point-min))
    (end-of-line)
    (should (eq (key-binding (kbd "DEL")) #'tokenfield-backspace))
    (should (eq (key-binding (kbd "C-c , k")) #'tokenfield-remove))
    (should-not (eq (key-binding (kbd "C-b")) #'tokenfield-left))))

(ert-deftest keys-move-by-chip-is-an-option ()
  "With the option C-b and C-f take an entry as one step."
  (test-with-draft "To: ana@example.org, bo@example.org|\n\nbody\n"
    (let ((tokenfield-move-by-chip t))
      (test-keys "C-b")
      (should (equal (test-line) "To: ana@example.org, ⟪bo@example.org⟫|"))
      (test-keys "C-b")
      (should (string-match-p "⟪ana@example.org⟫" (test-line)))
      (test-keys "S-<right>")
      (should (equal (length (tokenfield--selection)) 2)))))

(ert-deftest keys-typing-replaces-what-is-selected ()
  "A letter takes the place of the selected entry; the others stay."
  (test-with-draft "To: ana@example.org, bo@example.org|\n\nbody\n"
    (test-keys "DEL" "x")
    (should (equal (test-line) "To: ana@example.org, x|"))))

(ert-deftest keys-m-t-transposes-entries ()
  "M-t exchanges the entries around point."
  (test-with-draft "To: ana@example.org, |Bo Li <bo@example.org>\n\nbody\n"
    (test-keys "M-t")
    (should (equal (buffer-substring 1 (line-end-position))
                   "To: Bo Li <bo@example.org>, ana@example.org"))))

(ert-deftest keys-a-paste-of-the-terminal-replaces-what-is-selected ()
  "What a terminal pastes takes the place of the selected entry."
  (test-with-draft "To: ana@example.org, bo@example.org|\n\nbody\n"
    (test-keys "DEL")
    (should (eq (command-remapping 'xterm-paste) 'tokenfield-terminal-paste))
    (tokenfield-terminal-paste '(xterm-paste "P Q <p@q.org>"))
    (should (string-prefix-p "To: ana@example.org, P Q <p@q.org>" (test-line)))))

(ert-deftest keys-entries-are-killed-and-yanked-as-text ()
  "C-w cuts what is selected, C-y puts it into another field as an entry."
  (test-with-draft "To: Ana <ana@example.org>, bo@example.org|\nCc: \n\nbody\n"
    (test-keys "DEL" "C-w")
    (should (equal (test-line) "To: Ana <ana@example.org>|"))
    (should (equal (current-kill 0) "bo@example.org"))
    (test-keys "C-n" "C-e" "C-y")
    (should (equal (test-line) "Cc: bo@example.org|"))
    (test-keys ",")
    (kill-new "x@example.org\ny@example.org; \"Z, Z\" <z@example.org>")
    (test-keys "C-y")
    (should (equal (test-line) "Cc: bo@example.org, x@example.org, y@example.org, \"Z, Z\" <z@example.org>|"))))

(ert-deftest keys-in-the-body-yank-as-ever ()
  "C-y outside of fields is `yank', with `yank-pop' behind it."
  (test-with-draft "To: a@example.org\n\n|body\n"
    (kill-new "one")
    (kill-new "two")
    (execute-kbd-macro (kbd "C-y M-y"))
    (should (equal (test-line) "one|body"))))

(ert-deftest keys-of-a-macro-and-repeat-do-the-same ()
  "A keyboard macro, and `repeat', press each key anew."
  (test-with-draft "To: a@example.org, b@example.org, c@example.org, d@example.org|\n\nbody\n"
    (execute-kbd-macro (kbd "DEL DEL DEL DEL"))
    (should (equal (test-line) "To: a@example.org, b@example.org|"))
    (execute-kbd-macro (kbd "DEL C-x z"))
    (should (equal (test-line) "To: a@example.org|"))
    (execute-kbd-macro (kbd "C-n C-n x DEL"))
    (should (equal (test-line) "body|"))))

(ert-deftest keys-with-several-cursors-are-the-modes ()
  "Where several cursors are, no key is ours."
  (test-with-draft "To: ana@example.org|\n\nbody\n"
    (defvar multiple-cursors-mode)
    (let ((multiple-cursors-mode t))
      (should-not (eq (key-binding (kbd "DEL")) #'tokenfield-backspace)))
    (should (eq (key-binding (kbd "DEL")) #'tokenfield-backspace))))

(ert-deftest keys-expand-abbrevs-first ()
  "An abbrev before a separator is expanded as without this mode."
  (test-with-draft "To: |\n\nbody\n"
    (abbrev-mode 1)
    (define-abbrev message-mode-abbrev-table "bossy" "The Boss <boss@example.org>" nil :system t)
    (setq local-abbrev-table message-mode-abbrev-table)
    (test-type "bossy,")
    (should (string-prefix-p "To: The Boss <boss@example.org>," (test-line)))))

(ert-deftest keys-held-down-select-nothing ()
  "DEL that repeats itself deletes what is typed, and stops at an entry."
  (test-with-draft "To: ana@example.org, |\n\nbody\n"
    (let ((tokenfield-repeat 1000)
          (executing-kbd-macro nil))
      (setq tokenfield--pressed (float-time))
      (cl-letf (((symbol-value 'last-command-event) ?\d))
        (tokenfield-backspace))
      (should-not (tokenfield--selection))
      (should (string-prefix-p "To: ana@example.org" (test-line))))))

(ert-deftest commands-act-on-the-entry-at-point ()
  "Commands remove, replace, move, sort and clear."
  (test-with-draft "To: Cy <cy@example.org>, B|o <bo@example.org>, Ana <ana@example.org>\nCc: \n\nbody\n"
    (tokenfield-select)
    (should (string-match-p "⟪B|o <bo@example.org>⟫" (test-line)))
    (tokenfield-unselect)
    (should-not (tokenfield--selection))
    (tokenfield-sort)
    (should (string-prefix-p "To: Ana <ana@example.org>, Bo <bo@example.org>, Cy" (buffer-string)))
    (goto-char 6)
    (tokenfield-move-forward)
    (should (string-prefix-p "To: Bo <bo@example.org>, Ana <ana@example.org>, Cy" (buffer-string)))
    (goto-char 6)
    (tokenfield-move-to-field "Cc")
    (should (string-prefix-p "To: Ana <ana@example.org>, Cy <cy@example.org>\nCc: Bo <bo@example.org>\n"
                             (buffer-string)))
    (goto-char 6)
    (tokenfield-replace 0 "Eve <eve@example.org>")
    (should (string-prefix-p "To: Eve <eve@example.org>, Cy" (buffer-string)))
    (goto-char 6)
    (tokenfield-remove)
    (should (string-prefix-p "To: Cy <cy@example.org>\n" (buffer-string)))
    (goto-char 6)
    (tokenfield-add "di@example.org")
    (tokenfield-add "cy@example.org")
    (should (string-prefix-p "To: Cy <cy@example.org>, di@example.org\n" (buffer-string)))
    (goto-char 6)
    (tokenfield-clear)
    (should (string-prefix-p "To: \n" (buffer-string)))))

(ert-deftest commands-outside-say-so ()
  "A command outside of a field is an error of the user, not of the program."
  (test-with-draft "To: a@example.org\n\nbo|dy\n"
    (should-error (tokenfield-remove) :type 'user-error)
    (should-error (tokenfield-sort) :type 'user-error)
    (should (equal (test-line) "bo|dy"))))

(ert-deftest commands-in-a-read-only-buffer-change-nothing ()
  "Nothing is changed in a buffer that is read-only."
  (test-with-draft "To: b@example.org, a@example.org|\n\nbody\n"
    (setq buffer-read-only t)
    (should-error (tokenfield-sort))
    (should-not (eq (key-binding (kbd "DEL")) #'tokenfield-backspace))
    (should (equal (test-line) "To: b@example.org, a@example.org|"))
    (setq buffer-read-only nil)))

(ert-deftest commands-navigate-over-all-fields ()
  "Commands go to fields by name and order."
  (test-with-draft "To: a@example.org|\nCc: \nBcc: b@example.org\n\nbody\n"
    (tokenfield-goto-field "Bcc")
    (should (equal (test-line) "Bcc: b@example.org|"))
    (tokenfield-previous-field)
    (should (equal (test-line) "Cc: |"))
    (tokenfield-next-field)
    (should (equal (test-line) "Bcc: b@example.org|"))))

(ert-deftest commands-write-tags-in-other-forms ()
  "Tags of front matter are written on lines and in brackets."
  (test-with #'text-mode "---\ntags: [a, b|]\n---\n"
    (let ((tokenfield-languages '((text-mode . "markdown"))))
      (tokenfield--show-again)
      (test-settle)
      (tokenfield-convert "lines")
      (should (equal (buffer-string) "---\ntags:\n  - a\n  - b\n---\n"))
      (goto-char 18)
      (tokenfield-convert "brackets")
      (should (equal (buffer-string) "---\ntags: [a, b]\n---\n")))))

;;; tokenfield-keys-tests.el ends here
