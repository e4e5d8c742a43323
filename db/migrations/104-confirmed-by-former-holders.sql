-- What a former holder of a purchase had confirmed, which the next one has not.
alter table former_holders add column accepted text[] not null default '{}';
