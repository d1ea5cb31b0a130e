DROP INDEX "swaps_open";--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "deposit_address" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "upstream_id" text;--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "client" text;--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "is_followed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "channels_by_address" ON "channels" USING btree ("deposit_address");--> statement-breakpoint
CREATE INDEX "channels_by_upstream_id" ON "channels" USING btree ("upstream_id");--> statement-breakpoint
CREATE INDEX "swaps_unseen" ON "swaps" USING btree ("due_at") WHERE "swaps"."mismatch" is null and "swaps"."status" = 'not_started' and "swaps"."hash" <> '' and "swaps"."client" is not null and "swaps"."is_followed";--> statement-breakpoint
CREATE INDEX "swaps_by_client" ON "swaps" USING btree ("client","created_at") WHERE "swaps"."client" is not null;--> statement-breakpoint
CREATE INDEX "swaps_open" ON "swaps" USING btree ("due_at") WHERE "swaps"."mismatch" is null and "swaps"."status" not in ('completed', 'refunded', 'failed') and ("swaps"."client" is null or "swaps"."status" <> 'not_started' or "swaps"."hash" = '');--> statement-breakpoint
UPDATE "channels" SET "deposit_address" = lower("channel"::json ->> 'depositAddress'), "upstream_id" = "channel"::json ->> 'channelId' WHERE "channel" IS NOT NULL;
