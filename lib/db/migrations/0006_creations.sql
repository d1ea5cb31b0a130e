CREATE TABLE "creations" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"client" text NOT NULL,
	"created_at" bigint NOT NULL,
	"state" text NOT NULL,
	"lives_until" bigint,
	"content" text,
	"failure" text,
	"upstream_id" text,
	"fingerprint" text,
	"provider" text,
	"quote_id" text,
	"route_index" integer,
	"chain" text,
	"deposit_address" text
);
--> statement-breakpoint
ALTER TABLE "creations" ADD CONSTRAINT "creations_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "creations_by_key" ON "creations" USING btree ("key","created_at");--> statement-breakpoint
CREATE INDEX "creations_by_client" ON "creations" USING btree ("client","created_at");--> statement-breakpoint
CREATE INDEX "creations_by_age" ON "creations" USING btree ("kind","created_at");--> statement-breakpoint
CREATE INDEX "creations_by_upstream_id" ON "creations" USING btree ("upstream_id");--> statement-breakpoint
CREATE INDEX "creations_by_address" ON "creations" USING btree ("deposit_address");--> statement-breakpoint
CREATE INDEX "creations_of_route" ON "creations" USING btree ("quote_id","route_index");--> statement-breakpoint
INSERT INTO "creations" ("id", "network", "kind", "key", "client", "created_at", "state", "lives_until", "content", "failure", "upstream_id", "provider")
	SELECT "id", "network", 'order', "key", "client", "created_at", "state", "lives_until", "draft", "failure", "order_id", "provider" FROM "preparations";--> statement-breakpoint
INSERT INTO "creations" ("id", "network", "kind", "key", "client", "created_at", "state", "lives_until", "content", "failure", "upstream_id", "quote_id", "route_index", "chain", "deposit_address")
	SELECT "id", "network", 'channel', "key", "client", "created_at", CASE "state" WHEN 'opening' THEN 'creating' WHEN 'open' THEN 'created' ELSE "state" END, "lives_until", "channel", "failure", "upstream_id", "quote_id", "route_index", "chain", "deposit_address" FROM "channels";--> statement-breakpoint
INSERT INTO "creations" ("id", "network", "kind", "key", "client", "created_at", "state", "content", "fingerprint")
	SELECT "id", split_part("id", ' ', 1), 'answer', split_part("id", ' ', 2), '', "started_at", CASE WHEN "answer" IS NULL THEN 'creating' ELSE 'created' END, "answer", "fingerprint" FROM "answers";
