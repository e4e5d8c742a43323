-- From here on functions live in db/functions and are applied again when their text changes. Those that an index, a
-- generated column or a constraint needs stay in migrations: a new text would not change what is stored.
drop function book_session;
drop function contact_spots;
