-- When an event happened, not when its transaction began: a change waits for the sessions it moves, and who booked in
-- them in between hears of it too.
alter table outbox alter column created_at set default clock_timestamp();
