ALTER TABLE `share_points` ADD `met_note` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `share_points` ADD `style` text;