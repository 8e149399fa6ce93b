CREATE TABLE `alert_states` (
	`title` text PRIMARY KEY NOT NULL,
	`since` integer NOT NULL,
	`sent_at` integer,
	`clear_since` integer
);
--> statement-breakpoint
CREATE TABLE `metrics` (
	`span` integer NOT NULL,
	`start` integer NOT NULL,
	`flushes` integer DEFAULT 0 NOT NULL,
	`counts` text NOT NULL,
	`gauges` text,
	PRIMARY KEY(`span`, `start`)
) WITHOUT ROWID;
