-- Granted months are added to the paid time of a subscription that runs, or else have a time of their own (decision 123).
-- `added_days`: by how much the last paid day moved; the row's own time then ends where it was added. Null: not added.
alter table plan_grants add column added_days smallint check (added_days > 0);
drop function if exists requeue_grants(uuid);
