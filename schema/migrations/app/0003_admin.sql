CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
	`actor_id` integer,
	`actor` text,
	`action` text NOT NULL,
	`target` text NOT NULL,
	`details` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_actor` ON `audit_log` (`actor_id`);--> statement-breakpoint
CREATE INDEX `audit_log_target` ON `audit_log` (`target`);--> statement-breakpoint
CREATE TABLE `pwa_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`updated_at` text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL
);
--> statement-breakpoint
CREATE TABLE `user_words` (
	`word` text NOT NULL,
	`user_id` integer NOT NULL,
	PRIMARY KEY(`word`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `users_full_name` ON `users` ("full_name" collate nocase);--> statement-breakpoint
CREATE INDEX `users_level` ON `users` (`access_level`,`id`) WHERE deleted_at is null;
--> statement-breakpoint
CREATE VIEW `words_of_users` AS
  select id as user_id, lower(username) as word from users
  union select id, lower(email) from users
  union select users.id, value from users, json_each('[' || replace(json_quote(lower(
    replace(replace(replace(replace(username || ' ' || coalesce(full_name, '') || ' ' || email,
      '@', ' '), '.', ' '), '-', ' '), '_', ' '))), ' ', '","') || ']') where value <> '';
--> statement-breakpoint
CREATE TRIGGER `user_words_added` AFTER INSERT ON `users` BEGIN
  insert into user_words (word, user_id) select word, user_id from words_of_users where user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `user_words_dropped` BEFORE UPDATE OF `username`, `email`, `full_name` ON `users` BEGIN
  delete from user_words where (word, user_id) in (select word, user_id from words_of_users where user_id = old.id);
END;
--> statement-breakpoint
CREATE TRIGGER `user_words_changed` AFTER UPDATE OF `username`, `email`, `full_name` ON `users` BEGIN
  insert into user_words (word, user_id) select word, user_id from words_of_users where user_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER `user_words_removed` BEFORE DELETE ON `users` BEGIN
  delete from user_words where (word, user_id) in (select word, user_id from words_of_users where user_id = old.id);
END;
--> statement-breakpoint
insert into user_words (word, user_id) select word, user_id from words_of_users;
