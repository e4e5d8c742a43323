-- What was said of something that ends. Another end is said again; the same one is not.
create table ending_notices (
  vendor_id uuid not null references vendors (id) on delete cascade,
  kind text not null,
  -- the purchase, the pass, the vendor or the class
  subject uuid not null,
  step text not null,
  ends_at timestamptz not null,
  told_at timestamptz not null default now(),
  primary key (vendor_id, kind, subject, step, ends_at)
);
