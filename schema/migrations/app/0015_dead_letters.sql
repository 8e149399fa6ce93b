ALTER TABLE `mail_outbox` ADD `dead_at` integer;--> statement-breakpoint
ALTER TABLE `mail_outbox` ADD `reason` text;