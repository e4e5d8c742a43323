-- No two slots of a facility overlap: each has one place, for one party.
create extension btree_gist;

alter table class_sessions add column is_slot boolean not null default false;

create function mark_slot() returns trigger language plpgsql as $$
begin
  new.is_slot := exists (select from classes where id = new.class_id and kind = 'facility');
  return new;
end
$$;
create trigger mark_slot before insert on class_sessions for each row execute function mark_slot();

-- Deferrable: one statement moves many of them, and they are compared when all have moved.
alter table class_sessions add constraint slots_do_not_overlap
  exclude using gist (class_id with =, tstzrange(starts_at, ends_at) with &&) where (is_slot and status = 'confirmed') deferrable;

-- Nor do two sessions of a class start together. After the one above: a court has the reason that says more. A b-tree is
-- smaller than GiST and enough for equality; a unique constraint could not be partial.
alter table class_sessions add constraint sessions_start_apart
  exclude using btree (vendor_id with =, class_id with =, starts_at with =) where (status = 'confirmed') deferrable;
