create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;

-- The same letters for what people take for the same: small, without accents, Cyrillic as it sounds, apart
-- by single spaces. Only a-z and 0-9 come out, as the letters of trigrams depend on the server's locale:
-- whatever else has a meaning is written as 9 and its number ('%' is 925), so no sign is a wildcard.
create function search_fold(words text) returns text
language plpgsql immutable strict parallel safe as $$
declare
  folded text := words;
begin
  if octet_length(folded) > length(folded) then
    folded := normalize(translate(folded, 'йЙ', 'yy'), nfkd);
    folded := regexp_replace(folded, '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\ufe00-\ufe0f’ʼ]', '', 'g');
    folded := translate(folded, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЄҐ', 'абвгдежзиклмнопрстуфхцчшщъыьэюяієґ');
    folded := translate(folded, 'абвгдезиклмнопрстуфхыэієґøØłŁđĐı', 'abvgdeziklmnoprstufhyeiegoollddi');
    folded := replace(replace(replace(replace(replace(replace(replace(folded,
      'щ', 'sch'), 'ш', 'sh'), 'ч', 'ch'), 'ж', 'zh'), 'ц', 'ts'), 'ю', 'yu'), 'я', 'ya');
    folded := replace(replace(replace(replace(folded, 'ъ', ''), 'ь', ''), 'ß', 'ss'), 'æ', 'ae');
    folded := replace(replace(replace(folded, 'Æ', 'ae'), 'œ', 'oe'), 'ẞ', 'ss');
    folded := regexp_replace(folded, '[\u0080-\u00bf\u2000-\u206f\u3000-\u303f]', ' ', 'g');
  end if;
  folded := lower(replace(folded, '''', ''));
  if folded ~ '[^\u0001-\u007f]' or folded ~ '[%_\\+#$]' then
    select string_agg(case when sign ~ '[^\u0001-\u007f]|[%_\\+#$]' then '9' || to_hex(ascii(sign)) else sign end, ''
      order by place) into folded
    from regexp_split_to_table(folded, '') with ordinality as signs (sign, place);
  end if;
  return btrim(regexp_replace(folded, '[^a-z0-9]+', ' ', 'g'));
end $$;

-- ü is written u by those who have no such key, and ue by those who know the language: search_fold makes
-- the first of them, this the second. Both have the same number of words.
create function search_expand(words text) returns text
language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(replace(replace(normalize(words, nfc),
    'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'Ä', 'ae'), 'Ö', 'oe'), 'Ü', 'ue')
$$;

-- What a class is found by. A space stands before every word, so that the start of a word can be asked for.
create function search_text_of(title text, location text, description text) returns text
language plpgsql immutable parallel safe as $$
declare
  words text := normalize(concat_ws(' ', title, location, description), nfc);
  expanded text;
begin
  if words ~ '[äöüÄÖÜ]' then
    select string_agg(public.search_fold(public.search_expand(word)), ' ') into expanded
    from regexp_split_to_table(words, '\s+') as word where word ~ '[äöüÄÖÜ]';
  end if;
  return concat(' ', concat_ws(' ', public.search_fold(words), expanded));
end $$;

alter table classes add column search_text text collate "C" not null
  generated always as (search_text_of(title, location, description)) stored;
-- Without a list of what is pending: it would be read whole by every search.
create index classes_search on classes using gin (search_text gin_trgm_ops) with (fastupdate = off)
  where status = 'active' and visibility = 'public';
drop index classes_public;
create index classes_public on classes (created_at desc, id desc) where status = 'active' and visibility = 'public';
create index classes_public_category on classes (category, created_at desc, id desc)
  where status = 'active' and visibility = 'public';
create index class_sessions_day on class_sessions (session_date, time_zone, class_id) include (starts_at)
  where status = 'confirmed';

-- The words of the listed classes, which a mistyped one is compared with; made anew by the worker now and then.
create table search_words (
  word text collate "C" primary key,
  -- as people write it
  shown text not null,
  uses integer not null
);
-- A slip of the fingers in one half of a word leaves the other half; in four letters nothing but the first.
create index search_words_start on search_words ("left"(word, 2));
create index search_words_end on search_words ("right"(word, 2));
create index search_words_short on search_words ("left"(word, 1)) where length(word) <= 5;
