-- What a class is found by, in pieces: the end of every word from each of its letters on, so that a piece of a
-- word is the start of a piece; and its category behind a sign that no word has. Trigrams of common letters
-- were found in more than twice as many classes as had the word, and each of those was read.
create function search_parts(search_text text, category text) returns tsvector
language sql immutable strict parallel safe cost 1000 as $$
  select array_to_tsvector(array_agg("left"(substr(word, start), 20)) || ('=' || category))
  from string_to_table(btrim(search_text), ' ') as word, generate_series(1, greatest(length(word) - 2, 1)) as start
$$;

create index classes_search_parts on classes using gin (search_parts(search_text, category)) with (fastupdate = off)
  where status = 'active' and visibility = 'public';
-- Its statistics would be the pieces of thirty thousand classes, and decide nothing.
alter index classes_search_parts alter column 1 set statistics 0;
drop index classes_search;
