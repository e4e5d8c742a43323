-- How often whom a purchase belongs to had its link replaced: with a count of its own, another rotation does not mean
-- another holder.
alter table booking_groups add column link_renewals integer not null default 0;
