CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"integrator_id" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint,
	"last_used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "integrators" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"name" text NOT NULL,
	"embed_id" text NOT NULL,
	"embed_origins" text NOT NULL,
	"affiliate" text,
	"affiliate_fee_bps" integer,
	"rate_limit_per_minute" integer,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"key" text PRIMARY KEY NOT NULL,
	"started_at" bigint NOT NULL,
	"used" bigint NOT NULL,
	"granted" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "switches" (
	"network" text NOT NULL,
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"why" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "switches_network_kind_id_pk" PRIMARY KEY("network","kind","id")
);
--> statement-breakpoint
CREATE TABLE "usage" (
	"key_id" text NOT NULL,
	"day" text NOT NULL,
	"name" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "usage_key_id_day_name_pk" PRIMARY KEY("key_id","day","name")
);
--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_integrator_id_integrators_id_fk" FOREIGN KEY ("integrator_id") REFERENCES "public"."integrators"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage" ADD CONSTRAINT "usage_key_id_api_keys_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."api_keys"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_by_hash" ON "api_keys" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_keys_of_integrator" ON "api_keys" USING btree ("integrator_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "integrators_by_embed" ON "integrators" USING btree ("embed_id");--> statement-breakpoint
CREATE INDEX "rate_windows_by_age" ON "rate_windows" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "quotes_by_key" ON "quotes" USING btree ("key_id","created_at") WHERE "quotes"."key_id" is not null;