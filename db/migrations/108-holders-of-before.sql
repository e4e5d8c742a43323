-- An older process must not change the owner of a purchase while this runs.
lock table former_holders, booking_groups in share row exclusive mode;

-- The number of a holder is the rotation with which the purchase became theirs.
update former_holders h
set holder_number = coalesce((
  select max(o.token_rotation) + 1 from former_holders o where o.group_id = h.group_id and o.token_rotation < h.token_rotation), 0);

-- Somebody with the name and the email of an earlier holder is the same person; a phone counts where there is no email. Those
-- without a contact stay apart: their names may be what stands for a name since their data was deleted.
do $$
begin
  loop
    update former_holders h set holder_number = earlier.number
    from (
      select one.group_id, one.token_rotation, min(other.holder_number) as number
      from former_holders one join former_holders other on other.group_id = one.group_id and other.customer_name = one.customer_name
        and (other.customer_email = one.customer_email
          or other.customer_phone = one.customer_phone and num_nonnulls(other.customer_email, one.customer_email) < 2)
      group by one.group_id, one.token_rotation) earlier
    where h.group_id = earlier.group_id and h.token_rotation = earlier.token_rotation and earlier.number < h.holder_number;
    exit when not found;
  end loop;
end $$;

update booking_groups g
set holder_number = coalesce((
  select min(h.holder_number) from former_holders h
  where h.group_id = g.id and h.customer_name = g.customer_name
    and (h.customer_email = g.customer_email
      or h.customer_phone = g.customer_phone and num_nonnulls(h.customer_email, g.customer_email) < 2)), (
  select max(h.token_rotation) + 1 from former_holders h where h.group_id = g.id))
where g.id in (select group_id from former_holders);
