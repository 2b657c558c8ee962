CREATE TABLE `shared_part_versions` (
	`part_id` text NOT NULL,
	`version` integer NOT NULL,
	`workspace_id` text NOT NULL,
	`digest` text NOT NULL,
	`object_id` text NOT NULL,
	`media_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`details` text NOT NULL,
	`created_at` text NOT NULL,
	`note` text,
	PRIMARY KEY(`part_id`, `version`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shared_part_versions_by_object` ON `shared_part_versions` (`object_id`);--> statement-breakpoint
CREATE TABLE `shared_parts` (
	`id` text PRIMARY KEY NOT NULL,
	`workspace_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`latest_version` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `shared_parts_by_name` ON `shared_parts` (`workspace_id`,`kind`,`name`);--> statement-breakpoint
ALTER TABLE `template_versions` ADD `pins` text;--> statement-breakpoint
CREATE INDEX `template_versions_with_pins` ON `template_versions` (`workspace_id`) WHERE "template_versions"."pins" IS NOT NULL;