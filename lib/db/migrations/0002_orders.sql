CREATE TABLE "preparations" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"key" text NOT NULL,
	"provider" text NOT NULL,
	"client" text NOT NULL,
	"created_at" bigint NOT NULL,
	"state" text NOT NULL,
	"lives_until" bigint,
	"draft" text,
	"order_id" text,
	"failure" text
);
--> statement-breakpoint
CREATE INDEX "preparations_by_key" ON "preparations" USING btree ("key","created_at");--> statement-breakpoint
CREATE INDEX "preparations_by_client" ON "preparations" USING btree ("client","created_at");--> statement-breakpoint
CREATE INDEX "preparations_by_order" ON "preparations" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "preparations_by_age" ON "preparations" USING btree ("created_at");