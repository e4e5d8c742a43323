-- A friend gets the promised months even if the account that invited it is gone, and what a vendor has earned stays counted
-- after its friend has left. Such a row has no personal data.
alter table referrals alter column vendor_id drop not null, alter column friend_id drop not null;
alter table referrals drop constraint referrals_vendor_id_fkey, drop constraint referrals_friend_id_fkey;
alter table referrals
  add constraint referrals_vendor_id_fkey foreign key (vendor_id) references vendors on delete set null,
  add constraint referrals_friend_id_fkey foreign key (friend_id) references vendors on delete set null;
create index referrals_pending on referrals (friend_id) where activated_at is null;
