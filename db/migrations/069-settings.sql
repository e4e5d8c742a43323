-- What a vendor decides in the settings.
alter table vendors
  -- the hour, on the vendor's clock, of the email with the sessions of a day; null: no such email
  add column agenda_hour smallint default 7
    constraint vendors_agenda_hour_check check (agenda_hour between 0 and 23),
  -- news from customers that the vendor does not want as emails
  add column muted_news text[] default '{}' not null
    constraint vendors_muted_news_check check (muted_news <@ array['booked', 'requested', 'cancelled', 'moved']);
-- How long before the start cancelling is free; null: as the vendor has it for all classes.
alter table classes add column notice_minutes integer
  constraint classes_notice_minutes_check check (notice_minutes between 0 and 20160);
-- The period when the spot was booked; a longer one that the vendor chooses later does not hold for it. Null: booked by an
-- older version.
alter table bookings add column notice_minutes integer;
