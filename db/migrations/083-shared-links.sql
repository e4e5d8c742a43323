-- When the vendor first shared the link of its page, as it said itself.
alter table vendors add column link_shared_at timestamptz;
