export const workspace = {
  people: '{count, plural, one {# person} other {# people}}',
  title: 'Vendor Dashboard',
  sections: 'Dashboard',
  tabs: {
    overview: 'Overview',
    classes: 'Classes',
    bookings: 'Bookings',
    calendar: 'Calendar',
    profile: 'Profile',
    settings: 'Settings',
  },
  account: '{initials}: your account',
  signOut: 'Sign out',
  more: {
    label: 'More',
    open: 'Open your page',
    profile: 'Profile',
    settings: 'Settings',
  },
  copyLink: 'Copy link',

  linkCopied: 'Link Copied!',
  copyFailed: 'Copy Failed',
  copyFailedText: 'Failed to copy link to clipboard.',
  plan: {
    trial: 'Trial: {days, plural, =0 {less than a day left} one {# day left} other {# days left}}',
    free: 'Free',
    professional: 'Professional',
    enterprise: 'Enterprise',
    about: 'Plans and prices',
  },
  booked: '{taken}/{capacity} booked',
  bookedAndRequested: '{booked}/{capacity} booked, {requested} requested',
  spots: '{count, plural, one {# spot} other {# spots}}',
  slot: { free: 'Free', booked: 'Booked', requested: 'Requested' },
  whoHasSlot: 'Who has this slot',
  whoComes: 'Who’s coming',
  whoWasBooked: 'Who had booked',
  nobody: 'Nobody yet',
  waiting: 'waiting',
  none: '—',
  told: '{told, plural, one {# person} other {# people}} ({spots, plural, one {# spot} other {# spots}}) will be notified.',
  unreached:
    '{unreached, plural, one {# person has no email. You’ll need to call them} other {# people have no email. You’ll need to call them}}: see your overview.',
  stranded:
    '{sessions, plural, one {# bundle session has} other {# bundle sessions have}} no date left. Add other dates, or use “End bundle” below to give the money back. If you delete the class, you can move bundle sessions to another class.',
  everyWeeks: '{weeks, plural, one {every week} other {every # weeks}}',
  busy: {
    collides: 'You’re busy then.',
    blocked: 'You’ve blocked this time.',
    closed: 'It can’t be booked online.',
  },
  dayTime: '{day}, {time}',
  timeRange: '{start}–{end}',
  repeats: '{weekday} {time}',
  repeatsEvery: '{weekday} {time}, every {weeks} weeks',
  repeatsUntil: '{weekly}, until {date}',
  timesEnded: 'Weekly, ended',
  noTimes: 'Single sessions',
  save: 'Save changes',
  saving: 'Saving…',
  keep: 'Keep it',

  ask: {
    title: 'Save these changes?',
    removes:
      '{count, plural, one {# session without bookings} other {# sessions without bookings}} will be removed. Sessions with bookings stay until you cancel them.',
    told: '{told, plural, one {# person} other {# people}} ({spots, plural, one {# spot} other {# spots}}) will be notified.',
    unreached:
      '{unreached, plural, one {# person has no email. You’ll need to call them.} other {# people have no email. You’ll need to call them.}}',
    backToCards: '{sum} will go back to the cards that paid.',
    backByHand: '{sum} was not paid by card, so you need to give it back yourself.',
    stranded:
      '{sessions, plural, one {# bundle session} other {# bundle sessions}} of {customers, plural, one {# customer} other {# customers}} will have no date left: {names}. Add other dates, or end these bundles afterwards to give the money back.',
    blocked: 'You’ve blocked this time in your calendar, so the session can’t be booked online.',
    button: 'Yes, save',
  },

  problems: {
    skippedStart:
      'The clocks go forward on {date}, so {time} doesn’t exist that day. Choose another time.',
    planClasses:
      'Your plan has {most, plural, one {one new class} other {# new classes}} a month. You can add more from the 1st of next month, or with another plan.',
    vendorLimit:
      '{of, select, classesToday {New accounts can add {most, number} classes a day. You can add more tomorrow.} other {You have reached the limit of {most, number} {of, select, classes {classes} times {weekly times} bundles {bundles per class} other {sessions}}. Deleted and past ones still count for 30 days.}} Please contact us if you need more.',
    belowBooked:
      '{booked, plural, one {# spot is} other {# spots are}} booked on {date}. The capacity can’t go below that.',
    bundleDearer:
      'The bundle “{bundle}” would cost more than its sessions booked separately. Change its price or end its sale first.',
    bundlesOpen:
      '{count, plural, one {# customer has} other {# customers have}} bundle sessions left for this class and could no longer book them. Choose “Only with the link” instead. If you delete the class, you can move these sessions to another class or give the money back.',
    chooseBundles:
      'Some customers have bundles for this class. Please choose what should happen to their sessions.',
    noSessionsThere:
      'The other class has no upcoming session with an open spot. Choose another class, or give the money back.',
    sessionsChanged:
      'The sessions or their bookings have changed since you opened this page. Please check them and press the button again.',
    chooseKeepOrCancel: 'Please choose what happens to the bookings.',
    bookingsChanged:
      'The bookings or bundles have changed since you opened this page. Please check them and press the button again.',
    sessionPast: 'This session has started.',
    slotsOverlap: 'This would overlap with another slot of the same court or room.',
    collideAt: 'The first one: {time}.',
    startsTogether:
      'This class would have two sessions that start at the same time. Move or cancel one of them first.',
    wouldBePast:
      '{count, plural, one {This session has bookings and would end up in the past: {sessions}. Change or cancel it separately first.} other {These sessions have bookings and would end up in the past: {sessions}. Change or cancel each one separately first.}}',
    busy: 'Too many changes at once. Please try again in a moment.',
  },
} as const
