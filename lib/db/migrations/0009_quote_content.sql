ALTER TABLE "quotes" ALTER COLUMN "request" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ALTER COLUMN "response" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ALTER COLUMN "drafts" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "content" "bytea";--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "is_payable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "quotes_unpayable" ON "quotes" USING btree ("created_at") WHERE not "quotes"."is_payable";--> statement-breakpoint
ALTER TABLE "quotes" ALTER COLUMN "content" SET STORAGE EXTERNAL;
