CREATE TABLE "signing_keys" (
	"network" text NOT NULL,
	"kid" text NOT NULL,
	"x" text NOT NULL,
	"seed" text,
	"created_at" bigint NOT NULL,
	"retired_at" bigint,
	"revoked_at" bigint,
	CONSTRAINT "signing_keys_network_kid_pk" PRIMARY KEY("network","kid")
);
