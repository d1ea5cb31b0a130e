CREATE TABLE "secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "creations" ADD COLUMN "counted_at" bigint;--> statement-breakpoint
CREATE INDEX "creations_by_count" ON "creations" USING btree ("kind","counted_at");--> statement-breakpoint
UPDATE "creations" SET "counted_at" = "created_at", "client" = 'open:' || "client" WHERE "kind" IN ('channel', 'order') AND "client" <> '';
