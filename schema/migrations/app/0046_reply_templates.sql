CREATE TABLE `reply_templates` (
	`card_id` integer PRIMARY KEY NOT NULL,
	`templates` text NOT NULL
);
