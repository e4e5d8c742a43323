-- What customers of a class confirm when they book, and what they confirmed: names in core/classes/catalogue.ts.
alter table classes add column conditions text[] not null default '{}';
alter table booking_groups add column accepted text[] not null default '{}';
