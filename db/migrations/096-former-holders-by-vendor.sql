-- The search for bookings also looks for the people who had a spot when it ended.
create index former_holders_vendor on former_holders (vendor_id);
