CREATE TABLE "sign_ins" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" bigint NOT NULL,
	"address" text,
	"chain" text
);
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "source_address" text;--> statement-breakpoint
CREATE INDEX "sign_ins_by_end" ON "sign_ins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "quotes_by_source" ON "quotes" USING btree ("source_address","created_at") WHERE "quotes"."source_address" is not null;