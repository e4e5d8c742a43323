-- By which mailbox an email is counted: what stands behind a '+' is a tag. For limits only.
create function limit_email(email text) returns text language sql immutable strict parallel safe as $$
  select split_part(left(email, -length(domain)), '+', 1) || domain
  from substring(email from '@[^@]*$') as domain
$$;

-- The end of every word from each of its letters on. A sign of Chinese or Korean is five or fifteen letters, and their
-- sentences are one word: a long word is taken apart first, as its suffixes would be as many as the square of its length.
create or replace function search_parts(search_text text, category text) returns tsvector
language sql immutable strict parallel safe cost 1000 as $$
  select array_to_tsvector(array_agg(substr(piece, start, 20)) || ('=' || category))
  from string_to_table(btrim("left"(search_text, 20000)), ' ') as word,
    generate_series(0, greatest(length(word) - 3, 0), 500) as passed,
    substr(word, passed + 1, 520) as piece,
    generate_series(1, greatest(least(length(word) - 2 - passed, 500), 1)) as start
$$;
