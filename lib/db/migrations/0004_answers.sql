CREATE TABLE "answers" (
	"id" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"owner" text NOT NULL,
	"started_at" bigint NOT NULL,
	"answer" text
);
--> statement-breakpoint
CREATE INDEX "answers_by_age" ON "answers" USING btree ("started_at");