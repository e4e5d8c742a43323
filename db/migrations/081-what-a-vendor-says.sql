-- What a vendor says about itself: links are kept as handles or https addresses, so that no page has to check them again.
alter table vendors
  add constraint vendors_specialties_check check (cardinality(specialties) <= 10 and array_position(specialties, null) is null),
  add constraint vendors_website_check check (website ~ '^https://[^[:space:]"<>\\]+$' and length(website) <= 300),
  add constraint vendors_social_instagram_check check (social_instagram ~ '^[A-Za-z0-9._]{1,30}$'),
  add constraint vendors_social_facebook_check check (social_facebook ~ '^[A-Za-z0-9.-]{3,80}$'),
  add constraint vendors_social_twitter_check check (social_twitter ~ '^[A-Za-z0-9_]{1,15}$'),
  -- the answers of a setup that is not complete yet, as they were typed
  add column set_up_draft jsonb,
  -- the vendor has put away the first steps on the overview
  add column first_steps_hidden_at timestamptz;
