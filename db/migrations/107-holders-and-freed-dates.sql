-- Tells the people apart to whom a purchase belonged, who may have the same name: the token_rotation with which a person got
-- it first.
alter table booking_groups add column holder_number integer not null default 0;
alter table former_holders add column holder_number integer not null default -1;

-- An older process that gives a purchase to somebody else knows no numbers.
create function number_holders() returns trigger language plpgsql as $$
begin
  select holder_number into new.holder_number from booking_groups where id = new.group_id;
  update booking_groups set holder_number = new.token_rotation + 1 where id = new.group_id;
  return new;
end $$;
create trigger number_holders before insert on former_holders
  for each row when (new.holder_number = -1) execute function number_holders();

-- A cancelled session whose weekly time ended with it or went: the date may be offered again.
alter table class_sessions add column is_freed boolean not null default false;
