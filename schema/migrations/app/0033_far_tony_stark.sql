ALTER TABLE `form_submissions` ADD `receipt_hash` text;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `revised_at` text;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `withdrawn_at` text;--> statement-breakpoint
CREATE UNIQUE INDEX `form_submissions_receipt` ON `form_submissions` (`receipt_hash`) WHERE receipt_hash is not null;