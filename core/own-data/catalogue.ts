// What the export of a vendor's data holds. A test compares this list with the schema, so a new table or column has to be
// added here, or left out with its reason.

import type { Language } from '#core/shared/languages.ts'

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
  /** what the vendor's people did; what the operator did, and why, is the operator's */
  | 'own'
  /** news of the vendor, and mails about the account of the person who exports */
  | 'news'

/** Why a table or a column is not exported; the file that explains the export says it in words. */
export type LeftOutReason =
  | 'signsIn'
  | 'opensCalendar'
  | 'opensBot'
  | 'ofStripe'
  | 'ofTelegram'
  | 'signsLinks'
  | 'formTwice'
  | 'computed'
  | 'ofDatabase'
  | 'ofOperator'
  | 'ofOthers'
  | 'password'
  | 'ofTasks'
  | 'unreadable'

export type ExportedTable = {
  of: RowsOf
  /** what the table holds, as the export says it to the vendor */
  holds: Readonly<Record<Language, string>>
  columns: readonly string[]
  leftOut?: Readonly<Record<string, LeftOutReason>>
}

const of = (
  rows: RowsOf,
  holds: Readonly<Record<Language, string>>,
  columns: string,
  leftOut: Readonly<Record<string, LeftOutReason>> = {},
): ExportedTable => ({ of: rows, holds, columns: columns.split(' '), leftOut })

export const exportedTables = {
  vendors: of(
    'itself',
    {
      en: 'your business, its page and its settings',
      de: 'dein Betrieb, seine Seite und seine Einstellungen',
      ru: 'ваш бизнес, его страница и настройки',
    },
    'id username business_name description specialties experience_years location service_areas website social_instagram social_facebook social_twitter contact_email pending_contact_email contact_phone contact_telegram telegram_bot_username time_zone currency country language layout accent listed trial_ends_at notice_minutes max_spots_per_booking record_new_as_paid postal_address tax_line payment_note agenda_hour muted_news reminds_day reminds_hours set_up_draft set_up_at suspended_at suspended_reason closed_at first_steps_hidden_at link_shared_at referral_code created_at updated_at',
    { erasing_at: 'ofTasks', place: 'computed' },
  ),
  usernames: of(
    'vendor',
    {
      en: 'the current and former usernames of your page',
      de: 'die Namen deiner Seite, auch frühere',
      ru: 'имена вашей страницы, в том числе прежние',
    },
    'username vendor_id claimed_at',
  ),
  vendor_members: of(
    'vendor',
    {
      en: 'who works for your business',
      de: 'wer für deinen Betrieb arbeitet',
      ru: 'кто работает в вашем бизнесе',
    },
    'vendor_id user_id role telegram wants_agenda created_at',
  ),
  vendor_badges: of(
    'vendor',
    {
      en: 'what the operator has verified',
      de: 'was der Betreiber geprüft hat',
      ru: 'что проверил оператор',
    },
    'vendor_id badge granted_by granted_at',
  ),
  users: of(
    'members',
    {
      en: 'the accounts of these people',
      de: 'die Konten dieser Personen',
      ru: 'учётные записи этих людей',
    },
    'id name email email_verified image profile_picture_method kind language referral_code created_at updated_at',
  ),
  profiles: of(
    'ofMembers',
    { en: 'their names and avatars', de: 'ihre Namen und Avatare', ru: 'их имена и аватары' },
    'id user_id full_name avatar_url profile_picture_method created_at updated_at',
  ),
  user_roles: of(
    'ofMembers',
    {
      en: 'what their accounts may do',
      de: 'was ihre Konten dürfen',
      ru: 'права их учётных записей',
    },
    'user_id role created_at',
  ),
  auth_sessions: of(
    'ofMe',
    {
      en: 'where you are signed in',
      de: 'wo du angemeldet bist',
      ru: 'где выполнен вход в вашу учётную запись',
    },
    'id user_id ip_address user_agent created_at updated_at expires_at replaced_at console_used_at',
    { token: 'signsIn' },
  ),
  calendar_connections: of(
    'vendor',
    { en: 'your Google calendar', de: 'dein Google-Kalender', ru: 'ваш календарь Google' },
    'vendor_id google_calendar_connected_at google_subject google_email may_list closes_booking broken_at broken_because complete_at',
    {
      google_calendar_token: 'opensCalendar',
      google_calendar_refresh_token: 'opensCalendar',
      token_expires_at: 'opensCalendar',
      due_at: 'ofTasks',
      lease: 'ofTasks',
      leased_until: 'ofTasks',
      failures: 'ofTasks',
      retry_at: 'ofTasks',
      last_problem: 'ofTasks',
    },
  ),
  feeds: of(
    'vendor',
    {
      en: 'the private addresses for calendars',
      de: 'die privaten Adressen für Kalender',
      ru: 'личные адреса для календарей',
    },
    'vendor_id address_id email names created_at',
    { id: 'signsLinks' },
  ),
  telegram_bots: of(
    'vendor',
    {
      en: 'your bot on Telegram',
      de: 'dein Bot auf Telegram',
      ru: 'ваш бот в Telegram',
    },
    'id vendor_id username webhook_url problem checked_at created_at',
    {
      sealed_token: 'opensBot',
      sealed_login_secret: 'opensBot',
      check_again_at: 'ofTelegram',
      asked_until: 'ofTelegram',
    },
  ),
  google_calendars: of(
    'vendor',
    {
      en: 'the calendars of your Google account that may be followed',
      de: 'die Kalender deines Google-Kontos, die berücksichtigt werden können',
      ru: 'календари вашей учётной записи Google, которые можно учитывать',
    },
    'id vendor_id calendar_id name is_primary is_followed read_at fully_read_at listed_at',
    { sync_token: 'ofTasks', read_zone: 'ofTasks', read_busy: 'ofTasks' },
  ),
  calendar_events: of(
    'vendor',
    {
      en: 'what your Google calendar holds of your sessions',
      de: 'was dein Google-Kalender von deinen Terminen enthält',
      ru: 'что ваш календарь Google содержит о ваших занятиях',
    },
    'session_id vendor_id event_id written_at',
    { etag: 'ofTasks', hash: 'ofTasks' },
  ),
  busy_times: of(
    'vendor',
    {
      en: 'when you are busy elsewhere, from your calendars',
      de: 'wann du anderswo beschäftigt bist, aus deinen Kalendern',
      ru: 'когда вы заняты в другом месте, по вашим календарям',
    },
    'calendar_id event_id vendor_id starts_at ends_at',
  ),
  classes: of(
    'vendor',
    { en: 'your classes', de: 'deine Kurse', ru: 'ваши занятия' },
    'id vendor_id title description category difficulty location online_url price_minor max_students duration_minutes start_date end_date status visibility confirmation_mode confirmation_timeout_minutes registration_closed_date closes_minutes_before notice_minutes condition reminders_off kind pays max_people days_ahead grace_minutes asks_gender asks_birth_date instructor_user_id paused_at archived_at created_at updated_at',
    { search_text: 'computed' },
  ),
  facility_extras: of(
    'vendor',
    {
      en: 'the extras of your courts and rooms',
      de: 'die Extras deiner Courts und Räume',
      ru: 'дополнения ваших кортов и залов',
    },
    'id vendor_id class_id name price_minor per place retired_at created_at updated_at',
  ),
  class_times: of(
    'vendor',
    { en: 'their weekly times', de: 'ihre wöchentlichen Zeiten', ru: 'их еженедельное расписание' },
    'id class_id vendor_id weekday start_time every_weeks starts_on ends_on duration_minutes location online_url max_students filled_until starts_with_class ends_with_class created_at',
  ),
  class_sessions: of(
    'vendor',
    { en: 'their dates', de: 'ihre Termine', ru: 'их даты' },
    'id class_id vendor_id class_time_id occurs_on session_date start_time end_time time_zone starts_at ends_at booking_closes_at busy_since location online_url instructor_user_id status max_students current_students calendar_sequence is_slot cancelled_at created_at updated_at',
  ),
  blocked_times: of(
    'vendor',
    {
      en: 'the times you have blocked',
      de: 'die Zeiten, die du gesperrt hast',
      ru: 'время, которое вы закрыли',
    },
    'id vendor_id starts_on ends_on start_time end_time starts_at ends_at note created_at',
  ),
  contacts: of(
    'vendor',
    { en: 'your customers', de: 'deine Kunden', ru: 'ваши клиенты' },
    'id vendor_id name blocked_at blocked_by erased_at created_at',
    { first_network: 'ofOperator' },
  ),
  contact_addresses: of(
    'vendor',
    {
      en: 'the addresses by which your customers are known',
      de: 'die Adressen, an denen deine Kunden erkannt werden',
      ru: 'адреса, по которым узнаются ваши клиенты',
    },
    'id vendor_id contact_id kind value typed created_at',
  ),
  purchases: of(
    'vendor',
    {
      en: 'the purchases with the contact details of customers',
      de: 'die Käufe mit den Kontaktdaten der Kunden',
      ru: 'покупки с контактами клиентов',
    },
    'id vendor_id contact_id address_id reference source customer_name customer_email customer_phone customer_telegram customer_telegram_name customer_gender customer_birth_date booking_method accepted language from_busy_network erased_at created_at updated_at',
    {
      idempotency_key: 'formTwice',
      request_hash: 'formTwice',
      token_rotation: 'signsLinks',
    },
  ),
  bookings: of(
    'vendor',
    { en: 'the booked spots', de: 'die gebuchten Plätze', ru: 'забронированные места' },
    'id purchase_id vendor_id class_id session_id pass_id status price_minor settled_minor currency attendance attendance_marked_at came_with_all_at late_waived_at notes expires_at confirmed_at ended_at ended_by calendar_id calendar_sequence agreed_version notice_minutes people made_by moved_by moved_at waits_for deleted_at booked_at restored_at updated_at',
  ),
  booking_extras: of(
    'vendor',
    {
      en: 'the extras that were booked with them',
      de: 'die Extras, die dazu gebucht wurden',
      ru: 'дополнения, забронированные вместе с ними',
    },
    'booking_id extra_id vendor_id name price_minor per amount_minor',
  ),
  told: of(
    'vendor',
    {
      en: 'the latest news you and your customers received about each purchase',
      de: 'was du und deine Kunden zuletzt über jeden Kauf erfahren habt',
      ru: 'последнее, что вы и ваши клиенты узнали о каждой покупке',
    },
    'purchase_id reader vendor_id spots bundles',
    { due_at: 'ofTasks' },
  ),
  seat_ledger: of(
    'vendor',
    {
      en: 'every spot that was booked or released',
      de: 'jeder belegte und jeder frei gewordene Platz',
      ru: 'каждое занятое и освобождённое место',
    },
    'id vendor_id session_id booking_id delta reason max_students at',
    {
      written_in: 'ofDatabase',
    },
  ),
  payments: of(
    'vendor',
    {
      en: 'payments and corrections',
      de: 'Zahlungen und Korrekturen',
      ru: 'платежи и исправления',
    },
    'id vendor_id booking_id pass_id group_id kind state amount_minor currency method recorded_by at',
  ),
  payment_groups: of(
    'vendor',
    {
      en: 'payments for several spots at once',
      de: 'Zahlungen für mehrere Plätze zusammen',
      ru: 'платежи сразу за несколько мест',
    },
    'id vendor_id provider provider_id account of_payment amount_minor currency at',
    { due_at: 'ofStripe', tries: 'ofStripe' },
  ),
  checkouts: of(
    'vendor',
    {
      en: 'the payments by card that customers began',
      de: 'die Kartenzahlungen, die Kunden begonnen haben',
      ru: 'платежи картой, которые начали клиенты',
    },
    'id vendor_id purchase_id state session amount_minor currency hold_until expires_at ends_at payment_intent created_at',
    { url: 'ofStripe', request: 'ofStripe', from_network: 'ofStripe', due_at: 'ofStripe' },
  ),
  checkout_items: of(
    'vendor',
    {
      en: 'what each of them pays for',
      de: 'wofür jede von ihnen ist',
      ru: 'за что каждый из них',
    },
    'vendor_id checkout_id booking_id pass_id amount_minor',
  ),
  receipts: of(
    'vendor',
    {
      en: 'the numbers of the receipts',
      de: 'die Nummern der Quittungen',
      ru: 'номера квитанций',
    },
    'vendor_id number purchase_id given_at',
  ),
  card_accounts: of(
    'vendor',
    {
      en: 'your account at Stripe',
      de: 'dein Konto bei Stripe',
      ru: 'ваш аккаунт в Stripe',
    },
    'vendor_id account name livemode connected_at refused_at broken_at problem',
    {
      id: 'ofStripe',
      api_key: 'ofStripe',
      endpoint: 'ofStripe',
      endpoint_secret: 'ofStripe',
      refusals: 'ofStripe',
      read_until: 'ofStripe',
      due_at: 'ofStripe',
    },
  ),
  session_bundles: of(
    'vendor',
    {
      en: 'the bundles on sale',
      de: 'die Pakete, die du anbietest',
      ru: 'пакеты, которые вы продаёте',
    },
    'id vendor_id class_id bundle_name session_count bundle_price_minor pays expiry_days expiry_starts is_active created_at updated_at',
  ),
  passes: of(
    'vendor',
    { en: 'the bundles that were sold', de: 'die verkauften Pakete', ru: 'проданные пакеты' },
    'id vendor_id purchase_id bundle_id class_id name total_sessions remaining_sessions price_minor reduction_minor currency status start_date expires_at expiry_days expiry_starts created_at updated_at',
  ),
  pass_entries: of(
    'vendor',
    {
      en: 'every session that was used from a bundle or given back to it',
      de: 'jeder Termin, der von einem Paket abging oder darauf zurückkam',
      ru: 'каждое занятие, списанное с пакета или возвращённое в него',
    },
    'id vendor_id pass_id booking_id delta reason at expires_at',
  ),
  email_changes: of(
    'ofMe',
    {
      en: 'the changes of the address you sign in with',
      de: 'die Änderungen der Adresse, mit der du dich anmeldest',
      ru: 'изменения адреса, с которым вы входите',
    },
    'id user_id old_email new_email created_at confirmed_at restored_at',
  ),
  messages: of(
    'news',
    {
      en: 'the messages to your customers, to you and about your account',
      de: 'die Nachrichten an deine Kunden, an dich und zu deinem Konto',
      ru: 'сообщения клиентам, вам и о вашей учётной записи',
    },
    'id event_id vendor_id user_id purchase_id session_id audience kind channel recipient language facts status attempts unsure_attempts first_tried_at handled_at delayed_by delayed_at created_at finished_at',
    {
      last_error: 'ofOperator',
      gathers: 'ofTasks',
      priority: 'ofTasks',
      due_at: 'ofTasks',
      sending_by: 'ofTasks',
      sending_until: 'ofTasks',
    },
  ),
  pictures: of(
    'vendor',
    {
      en: 'your pictures; the files are in pictures/',
      de: 'deine Bilder; die Dateien liegen in pictures/',
      ru: 'ваши фотографии; сами файлы лежат в pictures/',
    },
    'id vendor_id class_id kind name source widths width height bytes colour placeholder created_at',
  ),
  subscriptions: of(
    'vendor',
    { en: 'your subscriptions', de: 'deine Abos', ru: 'ваши подписки' },
    'id vendor_id plan term price_minor currency paid_until provider started_at cancel_at ended_at created_at updated_at',
  ),
  plan_grants: of(
    'vendor',
    {
      en: 'months of a plan that you were given',
      de: 'geschenkte Monate eines Tarifs',
      ru: 'подаренные месяцы тарифа',
    },
    'id vendor_id plan months reason starts_at ends_at added_days created_at',
    { note: 'ofOperator', granted_by: 'ofOperator' },
  ),
  plan_requests: of(
    'vendor',
    {
      en: 'plans that you asked the operator for',
      de: 'Tarife, um die du den Betreiber gebeten hast',
      ru: 'тарифы, о которых вы просили оператора',
    },
    'id vendor_id plan term asked_by asked_at closed_at outcome',
  ),
  referrals: of(
    'vendor',
    {
      en: 'who signed up with your link',
      de: 'wer sich über deinen Link registriert hat',
      ru: 'кто зарегистрировался по вашей ссылке',
    },
    'id vendor_id created_at activated_at',
    { friend_id: 'ofOthers', rewarded_mailbox: 'ofOthers' },
  ),
  connections: of(
    'vendor',
    {
      en: 'connections that get the names of your customers',
      de: 'Verbindungen, die Namen deiner Kunden bekommen',
      ru: 'подключения, которые получают имена клиентов',
    },
    'vendor_id user_id kind name connected_at stopped_at',
    { saved: 'opensBot' },
  ),
  audit_log: of(
    'own',
    { en: 'who changed what', de: 'wer was geändert hat', ru: 'кто и что изменил' },
    'id vendor_id actor_user_id action subject_kind subject_id details at',
  ),
} satisfies Record<string, ExportedTable>

/** Tables that have something to do with a vendor and are not exported. */
export const tablesLeftOut: Readonly<Record<string, LeftOutReason>> = {
  auth_accounts: 'password',
  ending_notices: 'ofTasks',
  form_keys: 'formTwice',
  invitations: 'ofOperator',
  mail_wishes: 'unreadable',
  passkeys: 'signsIn',
  plan_notices: 'ofTasks',
  recovery_codes: 'signsIn',
  reminders: 'ofTasks',
  telegram_chats: 'ofTelegram',
  telegram_updates: 'ofTelegram',
  two_factors: 'signsIn',
  vendor_directory: 'computed',
  vendor_job_runs: 'ofTasks',
}
