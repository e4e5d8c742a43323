-- A booking that was cancelled with a link the vendor had sent by hand: nobody knows who used it.
alter domain ended_by drop constraint ended_by_check;
alter domain ended_by add constraint ended_by_check check (value in ('customer', 'issued_link', 'vendor', 'system'));
