-- A zone that only some of us know takes the lists of all vendors down: PostgreSQL fails on the whole statement.
-- Names with digits are read as POSIX rules, where any letters will do ('SystemV/EST5'): only those of Etc are zones.
create function is_time_zone(zone text) returns boolean language plpgsql stable as $$
begin
  perform now() at time zone zone;
  return zone = 'UTC' or zone ~ '^Etc/GMT[+-][0-9]{1,2}$' or zone ~ '^[A-Za-z_]+(/[A-Za-z_-]+)+$';
exception when invalid_parameter_value then
  return false;
end $$;

create domain time_zone as text check (is_time_zone(value));

-- Sessions keep their instants; only what the wall clock of such a vendor shows changes.
update vendors set time_zone = 'UTC' where not is_time_zone(time_zone);
update class_sessions set time_zone = 'UTC' where not is_time_zone(time_zone);
alter table vendors alter column time_zone type time_zone;
alter table class_sessions alter column time_zone type time_zone;
