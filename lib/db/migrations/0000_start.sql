CREATE TABLE "observations" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"swap_id" text NOT NULL,
	"digest" text NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"created_at" bigint NOT NULL,
	"request" text NOT NULL,
	"response" text NOT NULL,
	"drafts" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "swaps" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"quote_id" text NOT NULL,
	"route_index" integer NOT NULL,
	"hash" text NOT NULL,
	"chain" text NOT NULL,
	"created_at" bigint NOT NULL,
	"status" text NOT NULL,
	"last_observed_at" bigint,
	"due_at" bigint,
	"mismatch" text,
	"stale" boolean DEFAULT false NOT NULL,
	"trace" text
);
--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_swap_id_swaps_id_fk" FOREIGN KEY ("swap_id") REFERENCES "public"."swaps"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "swaps" ADD CONSTRAINT "swaps_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "observations_once" ON "observations" USING btree ("swap_id","digest");--> statement-breakpoint
CREATE INDEX "quotes_by_age" ON "quotes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "swaps_by_key" ON "swaps" USING btree ("quote_id","route_index","hash");--> statement-breakpoint
CREATE INDEX "swaps_by_hash" ON "swaps" USING btree ("hash","created_at");--> statement-breakpoint
CREATE INDEX "swaps_open" ON "swaps" USING btree ("due_at") WHERE "swaps"."mismatch" is null and "swaps"."status" not in ('completed', 'refunded', 'failed');