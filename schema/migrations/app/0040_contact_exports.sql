CREATE TABLE `contact_exports` (
	`user_id` integer NOT NULL,
	`card_id` integer NOT NULL,
	`format` text NOT NULL,
	`last_entry` integer NOT NULL,
	`exported_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `card_id`, `format`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
