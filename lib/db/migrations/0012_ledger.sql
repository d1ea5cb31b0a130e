CREATE TABLE "ledger" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"ended_at" bigint NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ledger_by_end" ON "ledger" USING btree ("network","ended_at");