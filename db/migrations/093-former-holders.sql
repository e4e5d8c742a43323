-- Whom a purchase belonged to before the vendor gave it to somebody else. token_rotation: the last one of this holder.
create table former_holders (
  vendor_id uuid not null,
  group_id uuid not null references booking_groups,
  token_rotation integer not null,
  customer_name text not null,
  customer_email text,
  customer_phone text,
  language language_code not null,
  primary key (group_id, token_rotation)
);

-- ended_rotation: the token_rotation of its purchase when the spot ended. Null: it has not, or nobody knows any more.
-- came_with_all_at: when everybody of the session was marked as came who had no mark. A mark of this spot alone that was
-- made before and arrives later still counts; attendance_marked_at is only for those.
alter table bookings
  add column ended_rotation integer,
  add column came_with_all_at timestamptz;

-- A phone beside an email may be anybody's: it is no longer blocked with that email.
delete from blocked_contacts phone
where kind = 'phone' and exists (
  select from blocked_contacts email where email.batch_id = phone.batch_id and email.kind = 'email');
