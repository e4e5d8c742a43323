-- Days that a weekly time leaves to another session of its class, also after its hour has changed.
alter table class_times add column left_out date[] not null default '{}';
-- The worker looks at all days again and writes down those that were left out so far.
update class_times set filled_until = null where ends_on is null or ends_on > current_date;
