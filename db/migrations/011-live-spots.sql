-- Which transaction wrote a row of the ledger: "visible now and not in the snapshot of the last look" finds what
-- was committed since, in whatever order it was committed. Its id cannot: a smaller one may be committed later.
-- Rows of before stay without; nobody looks for them.
alter table seat_ledger add column written_in xid8;
alter table seat_ledger alter column written_in set default pg_current_xact_id();
create index seat_ledger_written_in on seat_ledger (written_in);
