ALTER TABLE `card_days` ADD `bursts` text;--> statement-breakpoint
ALTER TABLE `card_fortnights` ADD `bursts` text;