ALTER TABLE `template_versions` ADD `object_id` text;--> statement-breakpoint
ALTER TABLE `templates` ADD `published_version` integer;--> statement-breakpoint
ALTER TABLE `templates` ADD `revision` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `templates` SET `published_version` = (
	SELECT MAX(`version`) FROM `template_versions`
	WHERE `template_versions`.`template_id` = `templates`.`id` AND `published_at` IS NOT NULL
);
