-- The emails that can be switched off are listed in core/vendors/catalogue.ts alone.
alter table vendors drop constraint vendors_muted_news_check;
