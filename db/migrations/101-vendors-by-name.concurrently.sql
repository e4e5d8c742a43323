-- The search for classes looks for parts of a studio's name.
drop index concurrently if exists vendors_name_parts;
create index concurrently vendors_name_parts on vendors
  using gin (search_text_of(business_name, null, null) gin_trgm_ops);
