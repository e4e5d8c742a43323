// What the export of a vendor's data holds. A test compares this list with the schema, so a new table or column has to be
// added here, or left out with its reason.

/** Whose rows of a table belong in the export. */
export type RowsOf =
  /** the row of the vendor itself */
  | 'itself'
  /** `vendor_id` is the vendor */
  | 'vendor'
  /** the people who work for the vendor */
  | 'members'
  /** what belongs to them */
  | 'ofMembers'
  /** only what belongs to the person who exports */
  | 'ofMe'
  /** news of the vendor, and mails about the account of the person who exports */
  | 'news'

/** Why a table or a column is not exported; the file that explains the export says it in words. */
export type LeftOutReason =
  | 'signsIn'
  | 'opensCalendar'
  | 'signsLinks'
  | 'formTwice'
  | 'computed'
  | 'ofDatabase'
  | 'ofOperator'
  | 'password'
  | 'ofTasks'

export type ExportedTable = {
  of: RowsOf
  columns: readonly string[]
  leftOut?: Readonly<Record<string, LeftOutReason>>
}

const of = (
  rows: RowsOf,
  columns: string,
  leftOut: Readonly<Record<string, LeftOutReason>> = {},
): ExportedTable => ({ of: rows, columns: columns.split(' '), leftOut })

export const exportedTables = {
  vendors: of(
    'itself',
    'id username business_name description specialties experience_years location service_areas website social_instagram social_facebook social_twitter contact_email pending_contact_email contact_phone contact_telegram telegram_bot_username time_zone currency country language layout accent listed plan trial_ends_at notice_minutes max_spots_per_booking record_new_as_paid agenda_hour muted_news set_up_draft set_up_at suspended_at suspended_reason closed_at first_steps_hidden_at link_shared_at created_at updated_at',
    { erasing_at: 'ofTasks' },
  ),
  usernames: of('vendor', 'username vendor_id claimed_at'),
  vendor_members: of('vendor', 'vendor_id user_id role created_at'),
  vendor_badges: of('vendor', 'vendor_id badge granted_by granted_at'),
  users: of(
    'members',
    'id name email email_verified image profile_picture_method kind language referral_code created_at updated_at',
  ),
  profiles: of(
    'ofMembers',
    'id user_id full_name avatar_url profile_picture_method created_at updated_at',
  ),
  user_roles: of('ofMembers', 'user_id role created_at'),
  auth_sessions: of(
    'ofMe',
    'id user_id ip_address user_agent created_at updated_at expires_at replaced_at',
    { token: 'signsIn' },
  ),
  calendar_connections: of('vendor', 'vendor_id google_calendar_connected_at', {
    google_calendar_token: 'opensCalendar',
    google_calendar_refresh_token: 'opensCalendar',
  }),
  classes: of(
    'vendor',
    'id vendor_id title description category difficulty image_url location online_url price_minor max_students duration_minutes start_date end_date status visibility confirmation_mode confirmation_timeout_minutes registration_closed_date closes_minutes_before notice_minutes instructor_user_id paused_at archived_at created_at updated_at',
    { search_text: 'computed' },
  ),
  class_times: of(
    'vendor',
    'id class_id vendor_id weekday start_time every_weeks starts_on ends_on duration_minutes location online_url max_students filled_until starts_with_class ends_with_class created_at',
  ),
  class_sessions: of(
    'vendor',
    'id class_id vendor_id class_time_id occurs_on session_date start_time end_time time_zone starts_at ends_at booking_closes_at location online_url instructor_user_id status max_students current_students calendar_sequence cancelled_at created_at updated_at',
  ),
  blocked_times: of('vendor', 'id vendor_id starts_on ends_on start_time end_time note created_at'),
  booking_groups: of(
    'vendor',
    'id vendor_id reference source user_id customer_name customer_email customer_phone booking_method telegram_user_id telegram_username telegram_profile_picture telegram_profile_url language link_name link_email link_phone link_renewals from_busy_address erased_at created_at updated_at',
    {
      idempotency_key: 'formTwice',
      request_hash: 'formTwice',
      token_rotation: 'signsLinks',
    },
  ),
  former_holders: of(
    'vendor',
    'vendor_id group_id customer_name customer_email customer_phone language',
    { token_rotation: 'signsLinks' },
  ),
  bookings: of(
    'vendor',
    'id group_id vendor_id class_id session_id entitlement_id status price_minor currency payment_status attendance attendance_marked_at came_with_all_at late_waived_at notes expires_at confirmed_at ended_at ended_by calendar_id calendar_sequence agreed_version notice_minutes deleted_at booked_at updated_at',
    { ended_rotation: 'signsLinks' },
  ),
  seat_ledger: of('vendor', 'id vendor_id session_id booking_id delta reason max_students at', {
    written_in: 'ofDatabase',
  }),
  payments: of(
    'vendor',
    'id vendor_id booking_id entitlement_id amount_minor currency method recorded_by note at',
  ),
  session_bundles: of(
    'vendor',
    'id vendor_id class_id bundle_name session_count bundle_price_minor expiry_days expiry_starts is_active created_at updated_at',
  ),
  entitlements: of(
    'vendor',
    'id vendor_id group_id kind bundle_id class_id name total_sessions remaining_sessions price_minor reduction_minor currency payment_status status start_date expires_at expiry_days expiry_starts notes created_at updated_at',
  ),
  entitlement_entries: of(
    'vendor',
    'id vendor_id entitlement_id booking_id delta reason at expires_at',
  ),
  blocked_contacts: of(
    'vendor',
    'id vendor_id batch_id kind value shown customer_name blocked_by blocked_at',
  ),
  messages: of(
    'news',
    'id event_id vendor_id user_id group_id session_id audience kind channel recipient language facts status attempts handled_at held_by held_at created_at finished_at',
    { last_error: 'ofOperator' },
  ),
  pictures: of(
    'vendor',
    'id vendor_id class_id kind name source widths width height bytes colour placeholder created_at',
  ),
  audit_log: of('vendor', 'id vendor_id actor_user_id action subject_kind subject_id details at'),
} satisfies Record<string, ExportedTable>

/** Tables that have something to do with a vendor and are not exported. */
export const tablesLeftOut: Readonly<Record<string, LeftOutReason>> = {
  auth_accounts: 'password',
  form_keys: 'formTwice',
  passkeys: 'signsIn',
  recovery_codes: 'signsIn',
  two_factors: 'signsIn',
  vendor_job_runs: 'ofTasks',
}
