ALTER TABLE `form_submissions` ADD `imported_at` text;--> statement-breakpoint
-- Whatever the form or booth mode stored has a value here; only imports left it out.
UPDATE `form_submissions` SET `imported_at` = `timestamp` WHERE `submitter_ip` IS NULL AND `receipt_hash` IS NULL AND `captured_at` IS NULL;
--> statement-breakpoint
CREATE INDEX `form_submissions_contacts` ON `form_submissions` (`card_id`,`status`,`merged_into`) WHERE merged_into is null;
