CREATE TABLE "channels" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"key" text NOT NULL,
	"quote_id" text NOT NULL,
	"route_index" integer NOT NULL,
	"chain" text NOT NULL,
	"client" text NOT NULL,
	"created_at" bigint NOT NULL,
	"state" text NOT NULL,
	"lives_until" bigint,
	"channel" text,
	"failure" text
);
--> statement-breakpoint
DROP INDEX "swaps_by_key";--> statement-breakpoint
ALTER TABLE "swaps" ADD COLUMN "channel_id" text;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channels_by_key" ON "channels" USING btree ("key","created_at");--> statement-breakpoint
CREATE INDEX "channels_of_route" ON "channels" USING btree ("quote_id","route_index");--> statement-breakpoint
CREATE INDEX "channels_by_client" ON "channels" USING btree ("client","created_at");--> statement-breakpoint
CREATE INDEX "channels_by_age" ON "channels" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "swaps_of_route" ON "swaps" USING btree ("quote_id","route_index");--> statement-breakpoint
CREATE INDEX "swaps_by_channel" ON "swaps" USING btree ("channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "swaps_by_key" ON "swaps" USING btree ("quote_id","route_index","hash") WHERE "swaps"."hash" <> '';