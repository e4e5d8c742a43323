-- The pictures of a vendor and of its classes. A row never changes: another picture is another row, with files of its
-- own, whose names begin with `name`.
create table pictures (
  id uuid primary key default gen_random_uuid(),
  vendor_id uuid not null references vendors on delete cascade,
  class_id uuid references classes on delete cascade,
  kind text not null check (kind in ('face', 'logo', 'cover', 'gallery', 'class')),
  name text not null unique check (name ~ '^[0-9a-f]{32}$'),
  -- the digest of the uploaded file, so that the same file sent twice makes one picture
  source text not null,
  widths integer[] not null check (cardinality(widths) > 0),
  -- of the largest file
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  -- all files together
  bytes integer not null check (bytes > 0),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  -- a tiny copy as a data address, or '' where one would shine through
  placeholder text not null check (length(placeholder) <= 400),
  created_at timestamptz not null default now(),
  constraint class_picture_has_a_class check ((kind = 'class') = (class_id is not null))
);
create index pictures_of_vendor on pictures (vendor_id);
create unique index one_picture_per_place on pictures (vendor_id, kind) where kind in ('face', 'logo', 'cover');
create unique index one_picture_per_class on pictures (class_id) where class_id is not null;
create unique index gallery_pictures_differ on pictures (vendor_id, source) where kind = 'gallery';

-- Pictures that are gone, until their files are too.
create table deleted_pictures (
  name text primary key,
  widths integer[] not null,
  deleted_at timestamptz not null default now()
);
create function keep_name_of_deleted_picture() returns trigger language plpgsql as $$
begin
  insert into deleted_pictures (name, widths) values (old.name, old.widths) on conflict do nothing;
  return null;
end $$;
create trigger keep_name after delete on pictures for each row execute function keep_name_of_deleted_picture();
