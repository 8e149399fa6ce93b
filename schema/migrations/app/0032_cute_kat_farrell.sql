ALTER TABLE `uploads` ADD `preview_of` text;--> statement-breakpoint
ALTER TABLE `uploads` ADD `preview_url` text;--> statement-breakpoint
CREATE INDEX `uploads_preview` ON `uploads` (`card_id`,`created_at`) WHERE preview_of is not null;