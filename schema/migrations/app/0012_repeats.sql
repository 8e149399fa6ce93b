ALTER TABLE `uploads` ADD `unshown_at` text;--> statement-breakpoint
ALTER TABLE `card_templates` ADD `request_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `card_templates_request` ON `card_templates` (`request_key`);