-- Since when a class takes no new bookings. What is booked stays, and so does what bundles entitle to.
alter table classes add column paused_at timestamptz;
