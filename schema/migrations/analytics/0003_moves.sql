CREATE TABLE `shard_moves` (
	`shard` integer PRIMARY KEY NOT NULL,
	`state` text NOT NULL
);
