ALTER TABLE `form_submissions` ADD `follow_up_on` text;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `fields` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `form_submissions` ADD `assignee_id` integer;--> statement-breakpoint
CREATE INDEX `form_submissions_assignee` ON `form_submissions` (`assignee_id`,`timestamp`) WHERE assignee_id is not null;--> statement-breakpoint
ALTER TABLE `users` ADD `contact_fields` text DEFAULT '[]' NOT NULL;