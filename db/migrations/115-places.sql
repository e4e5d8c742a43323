-- The town of a location as people write it: the last of its parts that is a name. Numbers, what stands in brackets and
-- short codes ("NY", "UK") are no names, and a street alone has no town.
create function place_of(location text) returns text language sql immutable parallel safe as $$
  select case when length(place) <= 40 then place end
  from (
    select nth, part, btrim(regexp_replace(
      regexp_replace(part, '\S*\d\S*|\([^)]*\)?', ' ', 'g'), '\s+', ' ', 'g')) as place
    from regexp_split_to_table(location, ',') with ordinality as parts (part, nth)
  ) as named
  where place <> '' and place !~ '^[A-Z]{1,3}$'
    and (nth > 1 or part !~ '\d' or part ~ '^\s*\d{4,5}\s')
  order by nth desc limit 1
$$;

alter table vendors add column place text generated always as (place_of(location)) stored;
create index vendors_place on vendors (lower(place)) where place is not null;
