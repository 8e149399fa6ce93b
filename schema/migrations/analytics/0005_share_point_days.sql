CREATE TABLE `share_point_days` (
	`card_id` integer NOT NULL,
	`code` text NOT NULL,
	`day` integer NOT NULL,
	`views` integer NOT NULL,
	`clicks` integer NOT NULL,
	`saves` integer NOT NULL,
	`first_at` integer,
	`last_at` integer,
	`counts` text NOT NULL,
	PRIMARY KEY(`card_id`, `code`, `day`)
) WITHOUT ROWID;
