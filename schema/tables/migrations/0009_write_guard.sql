CREATE TABLE `write_guard` (
	`id` integer PRIMARY KEY NOT NULL,
	`holds` integer NOT NULL,
	CONSTRAINT "write_guard_holds" CHECK("write_guard"."holds" = 1)
);
