-- The form of what is stored changes and no table does: versions that cannot read it refuse the database.
comment on column "quotes"."content" is 'by quote-content.ts, up to format 3';
