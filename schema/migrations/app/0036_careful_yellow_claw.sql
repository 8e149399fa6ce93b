ALTER TABLE `form_submissions` ADD `captured_at` text;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `captured_by` integer;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `rating` text;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `occasion_id` integer;--> statement-breakpoint
ALTER TABLE `occasions` ADD `questions` text DEFAULT '[]' NOT NULL;