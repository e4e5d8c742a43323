-- A session that is renewed goes on under a new token in a new row, with the created_at of the sign-in. The row of the
-- old token stays for a minute, for requests under way with it. No session outlives its sign-in by more than 90 days.
alter table auth_sessions add column replaced_at timestamptz;
update auth_sessions set expires_at = least(expires_at, created_at + interval '2160 hours');
