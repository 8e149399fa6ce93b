DROP TABLE `metrics`;--> statement-breakpoint
DELETE FROM `cron_jobs` WHERE `job` = 'sumMetrics';--> statement-breakpoint
DELETE FROM `api_tokens` WHERE `scope` = 'metrics';
