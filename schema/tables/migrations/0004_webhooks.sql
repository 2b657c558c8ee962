CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`previous_secret` text,
	`previous_secret_until` text,
	`disabled_reason` text,
	`created_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_by_workspace` ON `webhooks` (`workspace_id`,`created_at`);