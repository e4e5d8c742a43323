-- Writes the row of a vendor in the operator's list. Triggers call it for everything that the row is made of. The lock comes in a
-- statement of its own: the next one then sees what the transaction before this one has committed.
create or replace function list_vendor(of_vendor uuid) returns void language plpgsql as $$
begin
  perform from vendor_directory d where d.vendor_id = of_vendor for update;
  insert into vendor_directory (vendor_id, joined_at, words, status, term, plan, granted_until, trial_ends_at)
  select v.id, v.created_at, search_text_of(p.full_name, v.business_name, u.email),
    case when v.suspended_at is not null then 'suspended'
      when v.closed_at is not null then 'closed'
      when v.set_up_at is null or not u.email_verified then 'pending'
      else 'active' end,
    s.term, s.plan, (select max(g.ends_at) from plan_grants g where g.vendor_id = v.id), v.trial_ends_at
  from vendors v
  join lateral (
    select m.user_id from vendor_members m where m.vendor_id = v.id and m.role = 'owner'
    order by m.created_at limit 1) owner on true
  join users u on u.id = owner.user_id
  join profiles p on p.user_id = owner.user_id
  left join subscriptions s on s.vendor_id = v.id and s.ended_at is null
  where v.id = of_vendor
  on conflict (vendor_id) do update set words = excluded.words, status = excluded.status, term = excluded.term,
    plan = excluded.plan, granted_until = excluded.granted_until, trial_ends_at = excluded.trial_ends_at;
end $$;

create or replace function list_changed_vendor() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'vendors' then
    perform list_vendor(new.id);
  elsif tg_table_name in ('vendor_members', 'subscriptions', 'plan_grants') then
    perform list_vendor(new.vendor_id);
  elsif tg_table_name = 'users' then
    perform list_vendor(m.vendor_id) from vendor_members m where m.user_id = new.id and m.role = 'owner';
  else
    perform list_vendor(m.vendor_id) from vendor_members m where m.user_id = new.user_id and m.role = 'owner';
  end if;
  return null;
end $$;

drop trigger if exists vendor_is_listed on vendors;
create trigger vendor_is_listed after update of business_name, suspended_at, closed_at, set_up_at, trial_ends_at on vendors
  for each row execute function list_changed_vendor();
drop trigger if exists vendor_is_listed on vendor_members;
create trigger vendor_is_listed after insert or update on vendor_members
  for each row when (new.role = 'owner') execute function list_changed_vendor();
drop trigger if exists vendor_is_listed on users;
create trigger vendor_is_listed after update of email, email_verified on users
  for each row execute function list_changed_vendor();
drop trigger if exists vendor_is_listed on profiles;
create trigger vendor_is_listed after update of full_name on profiles
  for each row execute function list_changed_vendor();
drop trigger if exists vendor_is_listed on subscriptions;
create trigger vendor_is_listed after insert or update of ended_at, plan, term on subscriptions
  for each row execute function list_changed_vendor();
drop trigger if exists vendor_is_listed on plan_grants;
create trigger vendor_is_listed after insert or update of ends_at on plan_grants
  for each row execute function list_changed_vendor();
