export const home = {
  title: 'Open spots, booked by link',
  description: 'Publish your classes, share one link, and people book a spot without an account.',
  headline: 'Publish open spots. People take them.',
  text: 'You put your classes online once. Whoever gets your link picks a time and has a spot, without an account.',
  email: 'Your email',
  button: 'Get Started',
  browse: 'Or look for a class',
  closed: 'New accounts are not open on this site.',
  signIn: 'Sign In',
  example: {
    label: 'An example of what your clients see',
    class: 'Yoga for everyone',
    mon: 'Mon 18:00',
    wed: 'Wed 18:00',
    sat: 'Sat 10:00',
    booked: '{taken}/{capacity} booked',
    full: 'Fully Booked',
    book: 'Book Session',
  },
  features: {
    title: 'What it does for you',
    schedule: {
      title: 'Smart Scheduling',
      text: 'Say “Mondays at 18:00” once. The dates are there for a year, and 18:00 stays 18:00 when the clocks change.',
    },
    booking: {
      title: 'Booking without an account',
      text: 'A name and a phone number or e-mail is all it takes. A spot is never sold twice, however many press at once.',
    },
    messages: {
      title: 'Everybody knows',
      text: 'Confirmations with a calendar file, changes and cancellations go out by e-mail, in your client’s language.',
    },
  },
  privacy: {
    title: 'Your clients’ data stays yours',
    text: 'What is stored is what a booking needs. Nobody sees who else is booked, nothing is measured for advertising, and no script of another company runs on these pages.',
    link: 'Read how data is handled',
  },
} as const
