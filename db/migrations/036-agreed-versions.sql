-- What the customer has agreed to: how often time or place of the session had changed when they chose it. Null: the
-- vendor chose it for them.
alter table bookings add column agreed_version integer;
update bookings b set agreed_version = s.calendar_sequence from class_sessions s where s.id = b.session_id;
