;;; tokenfield-options.el --- Options and faces of tokenfield  -*- lexical-binding: t; -*-

;;; Commentary:

;; Everything that a user can set, and how chips look.  Faces inherit from
;; those of the theme; what a chip means is told by more than a colour.

;;; Code:

(defgroup tokenfield nil
  "Fields that hold a list of people or tags, as chips."
  :group 'convenience
  :prefix "tokenfield-")

;;; The daemon

(defcustom tokenfield-program '("tokenfield" "serve")
  "The program of the daemon, and its arguments."
  :type '(repeat string))

(defcustom tokenfield-settings nil
  "Settings for the daemon, as a property list that becomes JSON.
They come on top of those of its configuration file.  For example

  (:sources [(:kind \"vcard\" :path \"~/contacts\")]
   :completion (:limit 50))

Run `tokenfield-send-settings' after a change."
  :type 'sexp)

(defcustom tokenfield-folders nil
  "Folders of notes whose tags are completed and renamed.
Without any it is the project of the buffer that starts the daemon."
  :type '(repeat directory))

(defcustom tokenfield-limit 0.1
  "Seconds that a key waits for the daemon.
After them the key does what it does without tokenfield."
  :type 'number)

(defcustom tokenfield-delay 0.02
  "Seconds after which a change of the text is told to the daemon.
Whatever asks the daemon tells it before that."
  :type 'number)

(defcustom tokenfield-delay-elsewhere 0.3
  "Seconds after which a change outside of fields is told to the daemon.
Who writes the text of a message pays for what is told some times a
second, not for each key."
  :type 'number)

;;; Where

(defcustom tokenfield-modes
  '(message-mode mail-mode mu4e-compose-mode notmuch-message-mode
    org-msg-edit-mode org-mode markdown-mode log-edit-mode diff-mode
    yaml-mode yaml-ts-mode conf-toml-mode toml-ts-mode bibtex-mode
    latex-mode LaTeX-mode text-mode)
  "Modes in which `global-tokenfield-mode' turns `tokenfield-mode' on.
Modes that are derived from these count too, but those derived from
`text-mode' do not count for that one.  Commit messages of Magit are
texts in `text-mode'."
  :type '(repeat symbol))

(defcustom tokenfield-files
  '("/\\(?:COMMIT_EDIT\\|MERGE_\\|TAG_EDIT\\)MSG\\'" "\\.eml\\'"
    "/\\(?:neo\\)?mutt-[^/]*\\'" "\\.gitsendemail\\.msg\\.[^/]*\\'"
    "\\.\\(?:md\\|markdown\\|mdx\\|qmd\\)\\'")
  "Names of files in which `global-tokenfield-mode' turns the mode on, too.
They are regular expressions, for files of which Emacs does not know a
mode (it shows them in `fundamental-mode'): commit messages of git,
drafts of mail programs that call Emacs, and notes in Markdown."
  :type '(repeat regexp))

(defcustom tokenfield-languages
  '((git-commit-mode . "git-commit") (log-edit-mode . "git-commit")
    (mu4e-compose-mode . "mu4e-compose")
    (notmuch-message-mode . "notmuch-message")
    (org-msg-edit-mode . "org-msg-edit") (message-mode . "message")
    (mail-mode . "mail") (gfm-mode . "gfm") (markdown-mode . "markdown")
    (org-mode . "org") (diff-mode . "diff") (yaml-mode . "yaml")
    (yaml-ts-mode . "yaml") (conf-toml-mode . "toml")
    (toml-ts-mode . "toml") (bibtex-mode . "bibtex")
    (latex-mode . "latex") (LaTeX-mode . "latex") (text-mode . "text"))
  "What the daemon calls the texts of major and minor modes.
The first mode that is on counts.  Of another major mode it is the name
without `-mode'."
  :type '(alist :key-type symbol :value-type string))

;;; Drawing

(defcustom tokenfield-style 'plain
  "How chips are drawn.
`plain' colours them, `caps' puts half blocks around them, `accessible'
draws no text that is not in the buffer, and says by `message' what
happens."
  :type '(choice (const plain) (const caps) (const accessible)))

(defcustom tokenfield-hide-addresses nil
  "Non-nil hides the address of a person whose name says who it is.
It is shown while point is in it.  The address of somebody who is
unknown, ambiguous, or outside is never hidden."
  :type 'boolean)

(defcustom tokenfield-collapse nil
  "Non-nil shows a long field as one row while point is elsewhere.
The row ends with a counter of those that are hidden."
  :type 'boolean)

(defcustom tokenfield-announce 'refusals
  "What is said by `message': nothing, only what was refused, or all.
With the accessible `tokenfield-style' it is all."
  :type '(choice (const :tag "Nothing" nil) (const :tag "Refusals" refusals)
                 (const :tag "All" all)))

;;; Keys

(defcustom tokenfield-move-by-chip nil
  "Non-nil has \\[backward-char] and \\[forward-char] step over chips."
  :type 'boolean)

(defcustom tokenfield-tab-modes '(org-mode)
  "Modes whose own TAB is done in a field in which nothing can be completed.
That of Org folds the headline.  In other modes, where TAB would write a
blank or move the line, it says that there is nothing to complete."
  :type '(repeat symbol))

(defcustom tokenfield-separators '(?, ?\; ?: ?\s ?， ?、 ?；)
  "Characters of which the daemon is asked whether they end an entry."
  :type '(repeat character))

(defcustom tokenfield-repeat 0.07
  "Seconds between two presses of DEL below which the key repeats itself.
A key that is held down deletes text and then stops: it selects nothing."
  :type 'number)

;;; Findings

(defcustom tokenfield-flymake t
  "Non-nil turns `flymake-mode' on where `tokenfield-mode' is."
  :type 'boolean)

(defcustom tokenfield-tidy-before-sending t
  "Non-nil removes a separator at the end of a field when a message is sent.
Completion leaves one, and `message-mode' asks about the empty address
that it takes to stand behind."
  :type 'boolean)

(defcustom tokenfield-check-before-sending nil
  "Non-nil asks before a message is sent that is not ready.
It holds for `message-mode' and what is derived from it: mu4e, notmuch."
  :type 'boolean)

;;; Faces

(defface tokenfield-token '((t :inherit mode-line-inactive))
  "An entry.")

(defface tokenfield-draft '((t :underline t))
  "What is being typed.")

(defface tokenfield-edit '((t :inherit tokenfield-token :underline t))
  "An entry that is being changed.")

(defface tokenfield-invalid
  '((((supports :underline (:style wave)))
     :inherit (error tokenfield-token) :underline (:style wave))
    (t :inherit (error tokenfield-token) :underline t))
  "An entry in which something is wrong.")

(defface tokenfield-duplicate
  '((((supports :strike-through t))
     :inherit (shadow tokenfield-token) :strike-through t)
    (t :inherit (shadow tokenfield-token) :underline t))
  "An entry that stands there already.")

(defface tokenfield-unknown '((t :inherit tokenfield-token :slant italic))
  "Somebody who is in none of the address books.")

(defface tokenfield-outside '((t :inherit (warning tokenfield-token)))
  "Somebody of another domain than one's own.")

(defface tokenfield-group '((t :inherit tokenfield-token :weight bold))
  "A whole group.")

(defface tokenfield-fixed '((t :inherit (bold tokenfield-token)))
  "An entry that stays.")

(defface tokenfield-pending '((t :inherit (shadow tokenfield-token) :slant italic))
  "An entry about which something is being found out.")

(defface tokenfield-mention '((t :inherit (bold tokenfield-token)))
  "Somebody who is mentioned in running text.")

(defface tokenfield-disabled '((t :inherit shadow))
  "An entry of a field that cannot be changed.")

(defface tokenfield-separator '((t :inherit shadow))
  "What stands between entries.")

(defface tokenfield-comment '((t :inherit font-lock-comment-face))
  "A comment between entries.")

(defface tokenfield-address '((t :inherit shadow))
  "The address of an entry, over the face of its chip.")

(defface tokenfield-selected '((t :inherit region :weight bold :underline t))
  "An entry that is selected.")

(defface tokenfield-placeholder '((t :inherit shadow :slant italic))
  "What an empty field is for.")

(defface tokenfield-title '((t :inherit shadow))
  "The title of a field, and what stands beside it.")

(defface tokenfield-error '((t :inherit error))
  "What is wrong with a field as a whole.")

(defface tokenfield-counter '((t :inherit shadow :weight bold))
  "How many entries a collapsed field hides.")

(provide 'tokenfield-options)
;;; tokenfield-options.el ends here
