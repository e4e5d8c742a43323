/** The lists trainers show on their own sites. */
export const embed = {
  title: 'Sessions: {name}',
  book: 'Book Session',
  bookAt: 'Book Session: {title}, {when}',
  full: 'Fully Booked',
  closed: 'Registration Closed',
  courts: 'Courts and rooms',
  bookSlot: 'Book a slot',
  bookSlotOf: 'Book a slot: {title}',
  all: 'All dates',
  none: 'No Sessions Available',
  noneText: 'There are no upcoming sessions yet. Please check back later.',
  missing: 'This can no longer be booked.',
  by: 'Powered by {name}',
} as const
