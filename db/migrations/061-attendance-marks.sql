-- When somebody last marked whether the customer came, on their own device. Marks arrive late from devices without a network:
-- an older one must not replace a newer one. It stays when a mark is removed.
alter table bookings add column attendance_marked_at timestamptz;
