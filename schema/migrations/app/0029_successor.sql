ALTER TABLE `business_cards` ADD `successor_id` integer;--> statement-breakpoint
ALTER TABLE `business_cards` ADD `successor_url` text;