-- The bookings of one vendor by parts of words: the vendor and the trigrams of name, email, phone and reference in one
-- index, so that a word that many customers of others have does not cost this vendor's search anything.
-- A short list of what is pending: the booking that sorts it into the index waits for it.
create extension if not exists btree_gin;
drop index concurrently if exists booking_groups_search;
create index concurrently booking_groups_search on booking_groups using gin (vendor_id,
  search_text_of(customer_name, customer_email, coalesce(ltrim(customer_phone, '+') || ' ', '') || reference) gin_trgm_ops)
  with (gin_pending_list_limit = 256);
