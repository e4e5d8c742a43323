export const home = {
  title: 'Open spots, booked by link',
  description: 'Publish your classes, share one link, and people book a spot without an account.',
  headline: 'Publish open spots. People take them.',
  text: 'You put your classes online once. Whoever gets your link picks a time and has a spot, without an account.',
  email: 'Your email',
  button: 'Get Started',
  trial: '{days} days of everything, no card required.',
  browse: 'Or look for a class',
  closed: 'New accounts are not open on this site.',
  signIn: 'Sign In',
  example: {
    label: 'An example of what your clients see',
    trainer: 'Studio Linden',
    place: 'Riverside Park',
    class: 'Yoga for everyone',
    mon: 'Mon 18:00',
    wed: 'Wed 18:00',
    sat: 'Sat 10:00',
    booked: '{taken}/{capacity} booked',
    full: 'Fully Booked',
    book: 'Book Session',
  },
  week: {
    title: 'One class, from empty to full',
    publish: {
      title: 'You publish ten spots',
      text: 'Class, days and price, said once. The dates stand for a year.',
    },
    share: {
      title: 'You share one link',
      text: 'In your story, in a chat, on your own site. Nobody installs anything.',
    },
    full: {
      title: 'Ten people come',
      text: 'A spot is never sold twice, however many press at once.',
    },
    caption: '{taken} of {capacity} taken',
  },
  features: {
    title: 'The desk work, done',
    schedule: {
      title: 'Smart Scheduling',
      text: 'Say “Mondays at 18:00” once. It stays 18:00 when the clocks change, and one changed date changes only that date. Who booked is told, in their language.',
    },
    clients: {
      title: 'Client Management',
      text: 'Who comes, who cancelled, who did not show up, and how to reach them. With a name and one contact, never an account.',
    },
    analytics: {
      title: 'Business Analytics',
      text: 'Which hours fill up, which stay empty, and what a class brings. Counted from your bookings, not guessed.',
    },
  },
  pricing: {
    title: 'Free to start',
    text: 'Every new account has {days} days of everything, without a card. After that it is Free until you choose.',
  },
  privacy: {
    title: 'Your clients’ data stays yours',
    text: 'What is stored is what a booking needs. Nobody sees who else is booked, nothing is measured for advertising, and no script of another company runs on these pages.',
    link: 'Read how data is handled',
  },
  last: {
    title: 'Your next class has open spots',
    text: 'Put it online today and send the link.',
  },
} as const
