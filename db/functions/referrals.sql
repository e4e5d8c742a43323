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

-- The mailbox of a vendor's owner, however it is spelled, in a form that nobody can read: it outlasts the account.
create or replace function owner_mailbox(of_vendor uuid) returns text language sql stable as $$
  select mailbox_mark(u.email) from vendor_members m join users u on u.id = m.user_id
  where m.vendor_id = of_vendor and m.role = 'owner'
$$;

-- A friend is rewarded once, with however many accounts, and nobody for itself: addresses may have changed since the sign-up.
create or replace function may_be_rewarded(friend uuid, referrer uuid) returns boolean language sql stable as $$
  select not exists (select from referrals where rewarded_mailbox = owner_mailbox(friend))
    and not exists (
      select from vendor_members m join users u on u.id = m.user_id
      where m.vendor_id = friend and m.role = 'owner' and works_for(u.email, referrer))
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
