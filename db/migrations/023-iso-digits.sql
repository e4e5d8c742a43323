-- Forints and rupiahs were stored as if they had no minor unit, as the runtime thought; ISO 4217 gives them two digits.
update classes c set price_minor = price_minor * 100
from vendors v where v.id = c.vendor_id and v.currency in ('HUF', 'IDR') and c.price_minor > 0;
update session_bundles b set bundle_price_minor = bundle_price_minor * 100
from vendors v where v.id = b.vendor_id and v.currency in ('HUF', 'IDR') and b.bundle_price_minor > 0;
update bookings set price_minor = price_minor * 100 where currency in ('HUF', 'IDR') and price_minor > 0;
update entitlements set price_minor = price_minor * 100 where currency in ('HUF', 'IDR') and price_minor > 0;
update payments set amount_minor = amount_minor * 100 where currency in ('HUF', 'IDR');
