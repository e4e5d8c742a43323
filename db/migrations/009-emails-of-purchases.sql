-- Links are sent to an email by what was booked with it, and by what it stands beside a login with Telegram.
create index purchases_email on purchases (customer_email) where customer_email is not null;
