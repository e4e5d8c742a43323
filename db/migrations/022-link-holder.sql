-- Whom the manage link of a purchase was made for, from the first edit of name or contact on; null: whom the row names.
alter table booking_groups
  add column link_name text,
  add column link_email text,
  add column link_phone text;

-- What a form can make once is named by its table, in TypeScript; a new form needs no migration for it.
alter table form_keys drop constraint form_keys_kind_check;
update form_keys set kind = case kind
  when 'class' then 'classes' when 'session' then 'classSessions' when 'bundle' then 'sessionBundles' else kind end;
