-- Whether a weekly time starts and ends with its class: then a new first or last day of the class is its own as well. A
-- split ends one half early and starts the other one late. The half that is moved still ends with the class: its last
-- day moves with its dates, and may lie behind that of the class until the class gets another one.
alter table class_times
  add column starts_with_class boolean not null default true,
  add column ends_with_class boolean not null default true;
update class_times t set
  starts_with_class = t.starts_on - 7 * t.every_weeks < c.start_date,
  ends_with_class = t.ends_on is not distinct from c.end_date
from classes c where c.id = t.class_id;
