DROP INDEX `audit_log_actor`;--> statement-breakpoint
DROP INDEX `audit_log_target`;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `key` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `user_id` integer;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `country` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `asn` integer;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `as_organization` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `network` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `device` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `request_id` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `route` text;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `status` integer;--> statement-breakpoint
ALTER TABLE `audit_log` ADD `count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `audit_log_key` ON `audit_log` (`key`);--> statement-breakpoint
CREATE INDEX `audit_log_at` ON `audit_log` (`at`);--> statement-breakpoint
CREATE INDEX `audit_log_actor_at` ON `audit_log` (`actor_id`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_user_at` ON `audit_log` (`user_id`,`at`,`id`) WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX `audit_log_target_at` ON `audit_log` (`target`,`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_action_at` ON `audit_log` (`action`,`at`);--> statement-breakpoint
CREATE INDEX `audit_log_origin` ON `audit_log` (`at`) WHERE device is not null;--> statement-breakpoint
update audit_log set action = 'reauthentication' where action = 'passkey-reauthentication';--> statement-breakpoint
insert into audit_log (key, at, action, target, details, actor_id, user_id, country, asn, as_organization, network,
  device, request_id, route, status, count)
select key, at, case kind
    when 'data-erased' then 'visitor-data-erased'
    when 'settings-changed' then iif(details ->> 'what' = 'app', 'app-settings-changed', 'template-changed')
    else kind end,
  coalesce('card ' || (details ->> 'card'), ''), details, actor_id, user_id, country, asn, as_organization, network,
  device, request_id, route, status, count
from security_events order by at;--> statement-breakpoint
DROP TABLE `security_events`;
