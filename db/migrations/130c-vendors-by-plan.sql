-- The operator filters its list of vendors by plan. What passes with time is stored as its end.
alter table vendor_directory
  add column plan text check (plan in ('professional', 'enterprise')),
  add column granted_until timestamptz,
  add column trial_ends_at timestamptz;
update vendor_directory d set
  plan = (select s.plan from subscriptions s where s.vendor_id = d.vendor_id and s.ended_at is null),
  granted_until = (select max(g.ends_at) from plan_grants g where g.vendor_id = d.vendor_id),
  trial_ends_at = (select v.trial_ends_at from vendors v where v.id = d.vendor_id);
alter table vendor_directory alter column trial_ends_at set not null;
create index vendor_directory_by_plan on vendor_directory (plan, joined_at desc, vendor_id desc) where plan is not null;
create index vendor_directory_granted on vendor_directory (granted_until) where granted_until is not null;
create index vendor_directory_trial on vendor_directory (trial_ends_at);
