/** The lists trainers show on their own sites. */
export const embed = {
  title: 'Sessions: {name}',
  book: 'Book Session',
  bookAt: 'Book Session: {title}, {when}',
  full: 'Fully Booked',
  closed: 'Registration Closed',
  all: 'All dates',
  none: 'No Sessions Available',
  noneText: 'There are no coming sessions yet. Please look again later.',
  missing: 'There is nothing to book here any more.',
  by: 'Booking by {name}',
} as const
