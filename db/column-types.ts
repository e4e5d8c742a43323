/** Columns whose check constraint names every value: the generated types say the same. */
const language = "'en' | 'de' | 'ru'"
const paidPlan = "'professional' | 'enterprise'"
const term = "'monthly' | 'yearly'"
const paymentStatus = "'pending' | 'paid' | 'failed' | 'refunded'"

export const columnTypes = {
  'purchases.booking_method': "'telegram' | 'phone' | 'email' | null",
  'purchases.language': `Generated<${language}>`,
  'purchases.source': "'public' | 'api' | 'vendor' | 'bot' | 'waitlist'",
  'contact_addresses.kind': "'email' | 'phone' | 'telegram'",
  'telegram_bots.problem':
    "'unauthorized' | 'unreachable' | 'conflict' | 'webhook' | 'login' | null",
  'told.reader': "'customer' | 'vendor'",
  'bookings.attendance': "'came' | 'no_show' | 'late_cancel' | null",
  'bookings.ended_by': "'customer' | 'issued_link' | 'vendor' | 'system' | null",
  'bookings.made_by': "Generated<'customer' | 'issued_link' | 'vendor' | 'system'>",
  'bookings.moved_by': "'customer' | 'issued_link' | 'vendor' | 'system' | null",
  'bookings.payment_status': paymentStatus,
  'bookings.status': "'pending' | 'confirmed' | 'completed' | 'cancelled' | 'rejected' | 'expired'",
  'class_sessions.status': "'confirmed' | 'cancelled'",
  'class_times.left_out': 'Generated<string[]>',
  'classes.category':
    "Generated<'fitness' | 'yoga' | 'strength' | 'cardio' | 'pilates' | 'dance' | 'martial_arts' | 'other'>",
  'classes.confirmation_mode': "Generated<'automatic' | 'manual'>",
  'classes.difficulty': "Generated<'general' | 'beginner' | 'intermediate' | 'advanced'>",
  'classes.status': "Generated<'active' | 'archived'>",
  'classes.visibility': "Generated<'public' | 'link' | 'closed'>",
  'enquiries.language': language,
  'pass_entries.reason':
    "'granted' | 'used' | 'returned' | 'expired' | 'withdrawn' | 'extended' | 'zone_changed'",
  'passes.payment_status': `Generated<${paymentStatus}>`,
  'passes.status': "Generated<'active' | 'cancelled'>",
  'messages.audience': "'customer' | 'vendor' | 'account' | 'operator'",
  'messages.channel': "'email' | 'telegram' | 'none'",
  'messages.language': language,
  'messages.held_by': "'recipient' | 'vendor' | null",
  'messages.status': "Generated<'queued' | 'held' | 'sent' | 'failed' | 'no_channel'>",
  'invitations.language': `Generated<${language}>`,
  'plan_grants.plan': paidPlan,
  'plan_grants.reason': "'referral' | 'operator'",
  'plan_requests.outcome': "'granted' | 'declined' | 'withdrawn' | null",
  'plan_requests.plan': paidPlan,
  'plan_requests.term': term,
  'referrals.friend_id': 'VendorId',
  'seat_ledger.reason':
    "'booked' | 'cancelled' | 'rejected' | 'expired' | 'moved_in' | 'moved_out' | 'deleted' | 'corrected' | 'session_cancelled' | 'capacity' | 'given_away'",
  'session_bundles.expiry_starts': "Generated<'purchase' | 'first_session'>",
  'subscriptions.plan': paidPlan,
  'subscriptions.provider': "Generated<'operator'>",
  'subscriptions.term': term,
  'user_roles.role': "'vendor' | 'super_admin'",
  'users.kind': "Generated<'owner' | 'member' | 'admin'>",
  'users.language': `Generated<${language}>`,
  'vendor_badges.badge': "'verified' | 'health_certified' | 'certified_trainer'",
  'vendor_directory.status': "'active' | 'suspended' | 'pending' | 'closed'",
  'vendor_directory.term': `${term} | null`,
  'vendor_members.role': "'owner' | 'manager' | 'instructor'",
  'vendors.id': 'Generated<VendorId>',
  'vendors.language': `Generated<${language}>`,
  'vendors.layout': "Generated<'schedule' | 'catalogue'>",
} as const
