-- Whose link has this code; null: nobody's, or the account is closed or suspended.
create or replace function referrer_of(code text) returns uuid language sql stable as $$
  select v.id from vendors v where v.referral_code = lower(code) and v.closed_at is null and v.suspended_at is null
$$;

-- Nobody invites themselves: an address is compared as limits count it, without tags.
create or replace function works_for(email text, of_vendor uuid) returns boolean language sql stable as $$
  select exists (
    select from vendor_members m join users u on u.id = m.user_id
    where m.vendor_id = of_vendor and limit_email(u.email) = limit_email(works_for.email))
$$;

-- Whether a vendor that signed up with somebody's link has done its part: the owner's address is confirmed, and customers
-- can book a class.
create or replace function has_started(friend uuid) returns boolean language sql stable as $$
  select exists (
    select from vendors v
      join vendor_members m on m.vendor_id = v.id and m.role = 'owner'
      join users u on u.id = m.user_id and u.email_verified
      join classes c on c.vendor_id = v.id and class_is_bookable(c, v)
    where v.id = friend)
$$;
