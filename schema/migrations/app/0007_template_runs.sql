ALTER TABLE `template_jobs` ADD `lease_until` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `template_jobs` ADD `tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `template_jobs` ADD `scope` text;--> statement-breakpoint
ALTER TABLE `template_jobs` ADD `chosen` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `template_jobs` ADD `after_id` integer;--> statement-breakpoint
CREATE INDEX `template_job_cards_status` ON `template_job_cards` (`job_id`,`status`,`card_id`);