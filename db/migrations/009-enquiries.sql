-- What people write to the operator by the contact form. form_key makes one enquiry of a form sent twice.
create table enquiries (
  id uuid primary key default gen_random_uuid(),
  form_key text not null unique,
  name text not null check (length(name) between 1 and 120),
  email text not null check (length(email) <= 254),
  business text check (length(business) <= 120),
  message text not null check (length(message) between 1 and 4000),
  language text not null check (language in ('en', 'de', 'ru')),
  created_at timestamptz not null default now()
);

-- The operator is written to as well.
alter table messages drop constraint messages_audience_check;
alter table messages add constraint messages_audience_check
  check (audience in ('customer', 'vendor', 'account', 'operator'));
