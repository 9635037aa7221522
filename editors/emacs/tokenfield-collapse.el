;;; tokenfield-collapse.el --- Long fields as one row  -*- lexical-binding: t; -*-

;;; Commentary:

;; A field in which point is not is shown on one row that ends with a counter,
;; if the user wants it.  The daemon says what fits.  The text stays as it is,
;; and the whole field is shown as soon as point comes into it.

;;; Code:

(require 'cl-lib)
(require 'tokenfield-options)
(require 'tokenfield-text)
(require 'tokenfield-daemon)
(require 'tokenfield-chips)

(defun tokenfield--collapse ()
  "Collapse the fields of this buffer that point is not in."
  (when (and tokenfield-collapse tokenfield--uri tokenfield--fields
             (not (eq tokenfield-style 'accessible)))
    (let* ((window (get-buffer-window nil t))
           (names (mapcar (lambda (field)
                            (let ((name (tokenfield-field-name field)))
                              (- (overlay-end name) (overlay-start name))))
                          tokenfield--fields))
           (version tokenfield--version))
      (tokenfield--call
       :tokenField/collapse
       (list :textDocument (tokenfield--document)
             :position (tokenfield--position)
             :width (max 20 (- (if window (window-body-width window) 80)
                               (apply #'max 0 names) 3)))
       (lambda (result)
         (when (and (tokenfield--current-p version)
                    (bound-and-true-p tokenfield-mode))
           (seq-doseq (said result)
             (tokenfield--collapse-field said))))))))

(defun tokenfield--collapse-field (said)
  "Collapse or open a field as the daemon SAID."
  (let* ((field (cl-find (plist-get said :field) tokenfield--fields
                         :key #'tokenfield-field-id :test #'equal))
         (chips (plist-get said :chips))
         (last (and (eq (plist-get said :collapsed) t) (> (length chips) 0)
                    (tokenfield--region
                     (plist-get (aref chips (1- (length chips))) :range))))
         (end (and field (overlay-end (tokenfield-field-value field))))
         (counter (plist-get (plist-get said :counter) :text)))
    (when field
      (tokenfield--open field)
      (when (and last end counter (< (cdr last) end)
                 (not (<= (overlay-start (tokenfield-field-value field)) (point) end)))
        (let ((hidden (make-overlay (cdr last) end nil t nil)))
          (overlay-put hidden 'tokenfield t)
          (overlay-put hidden 'evaporate t)
          (overlay-put hidden 'invisible 'tokenfield)
          (overlay-put hidden 'isearch-open-invisible #'delete-overlay)
          (overlay-put hidden 'before-string
                       (concat " " (propertize counter 'face 'tokenfield-counter)))
          (setf (tokenfield-field-hidden field) hidden))))))

(defun tokenfield--open (field)
  "Show the whole of FIELD."
  (when (tokenfield-field-hidden field)
    (delete-overlay (tokenfield-field-hidden field))
    (setf (tokenfield-field-hidden field) nil)))

(defun tokenfield--open-here ()
  "Show the whole of the field that point is in."
  (let ((field (tokenfield--field-at (point))))
    (when field (tokenfield--open field))))

(defun tokenfield-toggle-collapse ()
  "Show long fields as one row in this buffer, or no longer."
  (interactive)
  (setq-local tokenfield-collapse (not tokenfield-collapse))
  (if tokenfield-collapse
      (tokenfield--collapse)
    (mapc #'tokenfield--open tokenfield--fields)))

(add-hook 'tokenfield-drawn-hook #'tokenfield--collapse)

(provide 'tokenfield-collapse)
;;; tokenfield-collapse.el ends here
