CREATE TABLE `card_fortnights` (
	`card_id` integer NOT NULL,
	`fortnight` integer NOT NULL,
	`views` integer NOT NULL,
	`clicks` integer NOT NULL,
	`saves` integer NOT NULL,
	`visitors` integer NOT NULL,
	`hours` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`card_id`, `fortnight`)
) WITHOUT ROWID;
