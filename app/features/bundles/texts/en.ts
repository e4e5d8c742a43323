export const bundles = {
  tabs: { label: 'What to book', single: 'Single Session', bundle: 'Bundle' },
  loading: 'Loading bundles...',
  none: 'No bundles available',
  noneText: 'You can book single sessions of this class.',
  gone: 'This bundle is no longer on sale.',
  sessions: '{n, plural, one {# session} other {# sessions}}',
  off: '{percent}% off',
  each: '{price} per session',
  full: 'Full price {price}',
  save: 'You save {price}',
  valid: {
    purchase: 'Valid for {n, plural, one {# day} other {# days}} from today',
    first_session: 'Valid for {n, plural, one {# day} other {# days}} from the first session',
  },
  paid: {
    studio: 'You pay at the studio',
    card: 'You pay by card online',
    choice: 'You pay by card online or at the studio',
  },
  book: 'Book Bundle',
  bookOf: 'Book Bundle: {name}',
  back: 'All bundles',
  missing: {
    title: 'Missing Information',
    text: 'Please fill in all required fields and select a session time.',
  },
  first: {
    legend: 'Choose the first session',
    hint: 'The other sessions follow on the next dates. You see every date, and can change it, before you book.',
    button: 'Show my dates',
    pending: 'Looking for dates…',
    other: 'Choose another first session',
  },
  plan: {
    tooFew: 'There aren’t enough dates for this bundle',
    tooFewText:
      'It has {total} sessions, but {n, plural, =0 {no dates with open spots are} one {only # date with open spots is} other {only # dates with open spots are}} left before it ends.',
    title: 'Your dates',
    free: '{n, plural, one {# spot left} other {# spots left}}',
    few: 'Only {n, plural, one {# spot} other {# spots}} left',
    taken: 'Fully Booked',
    instead: 'replaces a full session',
    fewTitle: 'Some sessions are nearly full',
    fewText: 'Book now to reserve them.',
    conflictTitle:
      '{n, plural, one {One session of this series is full} other {# sessions of this series are full}}',
    conflictText: 'What would you like to do?',
    auto: 'Auto-select available times',
    choose: 'Choose different dates',
    cancel: 'Cancel',
    autoDone: 'We replaced the full sessions with the nearest ones that have open spots.',
    noneFree: 'No session has open spots for this bundle at the moment.',
    legend: 'Choose up to {n, plural, one {# date} other {# dates}}',
    firstOf:
      'Only the first {n} of {total} dates are listed. You can book later dates from your booking page.',
    counted: '{n} of {total} chosen',
    keepRest: 'If I choose fewer dates, keep the rest for later',
    keepRestText: 'They stay in your bundle. You can book them from your booking page.',
    rest: '{n, plural, one {# session stays} other {# sessions stay}} in your bundle',
    restText:
      'You can book {n, plural, one {it} other {them}} from your booking page until {date}.',
    until: 'The bundle is valid until {date}.',
    short: 'The bundle ends before this weekly series ends',
    shortText: 'It is valid until {date}. Later dates aren’t included.',
    confirm: 'Book bundle · {n, plural, one {# session} other {# sessions}}',
    confirmChosen: 'Book bundle · chosen sessions',
    pending: 'Booking…',
    manual: 'This is a request: {name} confirms each session, and your spots are held until then.',
    request: 'Request bundle · {n, plural, one {# session} other {# sessions}}',
    requestChosen: 'Request bundle · chosen sessions',
    sending: 'Sending…',
  },
  failed: {
    too_few_dates:
      'There aren’t enough dates with open spots for this bundle. Please book single sessions instead.',
    title: 'Booking Failed',
    error: 'Failed to book the session bundle. Please try again.',
    taken:
      '{n, plural, one {{when} is now full.} other {These sessions are now full: {when}.}} Nothing is booked yet, and your entries are still here.',
    not_found: 'This bundle can no longer be booked.',
    session_cancelled: 'One of these sessions has been cancelled. Please choose other dates.',
    session_past: 'One of these sessions has already started. Please choose other dates.',
    registration_closed:
      'Registration for one of these sessions has closed. Please choose other dates.',
    not_open_yet: 'One of these sessions can’t be booked yet. Please choose other dates.',
    too_many_spots: 'You can’t book that many spots at once.',
    contact_limit:
      'This can’t be booked online. You may already have as many spots as one person can book here. Cancel one, choose fewer dates, or contact the trainer.',
    session_full: 'One of these sessions is now full. Please choose other dates.',
    ask_vendor:
      "This bundle can't be booked online at the moment, and nothing is booked. Please ask for it directly.",
    cards_off:
      'Card payment doesn’t work at the moment. Nothing was booked or charged. Please try again later, or ask for the bundle directly.',
    idempotency_conflict:
      'You have already booked this bundle. Check your first booking before you book another.',
    rate_limited: 'Too many bookings from this network. Please wait a few minutes and try again.',
    busy: 'A lot of people are booking right now. Please press the button again.',
    after_expiry: 'One of these dates is after the bundle ends. Please choose an earlier one.',
    too_many_sessions:
      'You chose more dates than the bundle has sessions. Please choose fewer dates.',
    session_changed:
      'The time or place of one of these sessions has just changed. Please check the dates and press the button again.',
    price_changed:
      'The price or the terms of this bundle have just changed. Please check them and press the button again.',
    rest_not_confirmed:
      'You chose fewer dates than the bundle has sessions. Choose more, or tick the box to keep the rest for later.',
  },
  again: {
    see: 'See the first booking',
    button: 'Book the bundle again',
  },
  done: {
    title: '🎉 Bundle booked!',
    text: '{n, plural, one {# session} other {# sessions}}{percent, plural, =0 {} other {, #% off}}. All your dates are listed below.',
    textChat:
      "{n, plural, one {# session} other {# sessions}}{percent, plural, =0 {} other {, #% off}}. You'll receive a confirmation on Telegram shortly.",
    textMail:
      "{n, plural, one {# session} other {# sessions}}{percent, plural, =0 {} other {, #% off}}. You'll receive a confirmation email shortly.",
  },
  pass: {
    title: 'Your bundle',
    left: '{n} of {total, plural, one {# session} other {# sessions}} left',
    until: 'Valid until {date}',
    waiting: 'Your dates are waiting for confirmation.',
    allBooked: 'All {total} sessions are booked.',
    expired: '{n, plural, one {# session} other {# sessions}} expired',
    noneLeft: 'No sessions are left to book.',
    unpaid: 'It is yours once it is paid.',
    notConfirmed: 'It was not confirmed. Nothing is booked, and you owe nothing.',
    toPay: 'Still to pay: {price}.',
    owedBack: 'You will get {price} back.',
    ended: 'It ended on {date}.',
    price: '{n, plural, one {# session} other {# sessions}} for {price} ({each} each)',
    paid: 'paid',
    inBundle: 'In your bundle',
    redeem: 'Book a remaining session',
    redeemTitle: 'Book a remaining session',
    choose: 'Choose a time',
    button: 'Book this session',
    pending: 'Booking…',
    none: 'No session has open spots before your bundle ends.',
    done: 'Session booked',
    doneText: 'This used one session from your bundle.',
    cancelFree: 'Cancelling now is free: the session goes back to your bundle.',
    cancelFreeText: 'You can use it to book another session until {date}.',
    cancelPaidBack: 'Cancelling now is free, and the session is refunded.',
    cancelPaidBackText:
      'The class is no longer offered, so you don’t have to pay for the session. Anything you have paid for it will be refunded.',
    cancelEndedText:
      'The session was moved to a day after the end of your bundle. If you cancel it, we’ll extend the bundle so that you can book another session.',
    cancelLate:
      'The session starts in less than {hours, plural, one {# hour} other {# hours}}. This counts as a late cancellation, so the session doesn’t go back to your bundle.',
    cancelLateText: 'Either way, the spots you cancel will be open to others again.',
    cancelMixed:
      'Sessions that start in less than {hours, plural, one {# hour} other {# hours}} don’t go back to your bundle. The others do.',
    cancelled: '{n, plural, one {The session is} other {# sessions are}} back in your bundle.',
    cancelledLate:
      '{n, plural, one {# session was} other {# sessions were}} cancelled late and {n, plural, one {does} other {do}} not go back to your bundle.',
    noCredit: 'No sessions are left in your bundle.',
  },
} as const
