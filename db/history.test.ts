import { sql } from 'kysely'
import { erasedFirst } from '#core/own-data/commands/erase-closed.ts'
import { expect, test } from '#tests/support/database.ts'

// What goes along, or loses its reference, when the other row is deleted. None of it is history or money. What a vendor is
// set up with goes along with the vendor itself, which only the erasure of a closed account deletes.
const goesAlong = {
  // who worked on it is forgotten with the person, the entry stays
  'audit_log.actor_user_id': 'null',
  'class_sessions.instructor_user_id': 'null',
  'classes.instructor_user_id': 'null',
  'contacts.blocked_by': 'null',
  'invitations.invited_by': 'null',
  'messages.user_id': 'null',
  'payments.recorded_by': 'null',
  'plan_grants.granted_by': 'null',
  'plan_requests.asked_by': 'null',
  'vendor_badges.granted_by': 'null',
  // an account with all that lets its person in
  'auth_accounts.user_id': 'row',
  'auth_sessions.user_id': 'row',
  'email_changes.user_id': 'row',
  // No history: what calendars read of somebody whose addresses are erased.
  'feeds.address_id': 'row',
  'passkeys.user_id': 'row',
  'recovery_codes.user_id': 'row',
  'two_factors.user_id': 'row',
  'profiles.user_id': 'row',
  'user_roles.user_id': 'row',
  'vendor_members.user_id': 'row',
  // no history: when its vendor is busy elsewhere, read from its calendars
  'busy_times.calendar_id': 'row',
  // no history: whom a bot can write to, and which of its updates were read
  'telegram_chats.bot_id': 'row',
  'telegram_updates.bot_id': 'row',
  // no money: where a customer was sent to pay. What was paid is in payments
  'checkout_items.booking_id': 'row',
  'checkout_items.checkout_id': 'row',
  'checkout_items.pass_id': 'row',
  'checkouts.purchase_id': 'row',
  // what a vendor or a class is set up with
  'class_sessions.class_time_id': 'null',
  'class_times.class_id': 'row',
  'facility_extras.class_id': 'row',
  'class_times.vendor_id': 'row',
  'pictures.class_id': 'row',
  'pictures.vendor_id': 'row',
  // what was earned stays in the operator's figures
  'subscriptions.vendor_id': 'null',
  // what somebody has connected, which is ended where it is read
  'connections.user_id': 'row',
  // how somebody is reached, and what the readers of a purchase were told of it
  'contact_addresses.contact_id': 'row',
  'told.purchase_id': 'row',
  // the other account keeps what it was promised or has earned
  'referrals.friend_id': 'null',
  'referrals.vendor_id': 'null',
  'reminders.booking_id': 'row',
}

test('no deletion cascades to history or money', async ({ db }) => {
  const { rows } = await sql<{ reference: string; loses: 'row' | 'null' }>`
    select c.conrelid::regclass || '.' || a.attname as reference,
      case c.confdeltype when 'c' then 'row' else 'null' end as loses
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid
        -- of two columns the first one is the vendor
        and a.attnum = coalesce(c.confdelsetcols[1], c.conkey[cardinality(c.conkey)])
    where c.contype = 'f' and c.confdeltype in ('c', 'n', 'd') and c.connamespace = 'public'::regnamespace
    order by 1`.execute(db)
  const history = new Set(erasedFirst.map((table) => `${table}.vendor_id`))
  const questioned = rows.filter(
    ({ reference, loses }) =>
      loses === 'null' || !reference.endsWith('.vendor_id') || history.has(reference),
  )
  expect(Object.fromEntries(questioned.map(({ reference, loses }) => [reference, loses]))).toEqual(
    goesAlong,
  )
})
