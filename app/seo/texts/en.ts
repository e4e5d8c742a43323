/** What search engines and link previews show. */
export const found = {
  next: 'Next: {when} · {price} · {spots}',
  nextOnly: 'Next: {when} · {price}',
  nextOpen: 'Next open: {when} · {price} · {spots}',
  nextLabel: '{open, select, yes {Next open} other {Next}}',
  spotsLeft: '{n, plural, =0 {fully booked} one {# spot left} other {# spots left}}',
  site: 'Find a class, see the open spots, take one',
  siteText: 'No account needed',
  storyLabel: 'Next open spots',
  noNext: 'No upcoming sessions yet',
  trainer: 'Classes by {name}. Pick a time and book your spot without an account.',
  class: '{title} with {name}. Pick a time and book your spot without an account.',
  classes:
    'Find a class near you or online, see how many spots are left, and book without an account.',
} as const
