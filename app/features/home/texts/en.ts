export const home = {
  title: 'Open spots, booked by link',
  description: 'Publish your classes and share one link. People book a spot without an account.',
  headline: 'Publish open spots. People take them.',
  text: 'Put your classes online once. Anyone with your link picks a time and gets a spot. No account needed.',
  email: 'Your email',
  button: 'Get Started',
  trial: '{days} days with every feature, no card required.',
  browse: 'Or find a class',
  closed: 'This site does not accept new accounts.',
  signIn: 'Sign In',
  example: {
    label: 'An example of what your customers see',
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
      text: 'Enter the class, days and price once. Dates are created a year ahead.',
    },
    share: {
      title: 'You share one link',
      text: 'In your story, in a chat, on your website. Nobody needs to install anything.',
    },
    full: {
      title: 'Ten people come',
      text: 'A spot is never booked twice, even if ten people tap at once.',
    },
    caption: '{taken} of {capacity} taken',
  },
  features: {
    title: 'The admin, done',
    planned: 'Planned',
    schedule: {
      title: 'Smart Scheduling',
      text: 'Set “Mondays at 18:00” once. It stays 18:00 when the clocks change, and you can change one date without changing the others. Everyone who booked gets a message in their language.',
    },
    clients: {
      title: 'Client Management',
      text: 'See who is coming, who cancelled and how to reach them. Customers give a name and a phone number or email, and never need an account.',
    },
    analytics: {
      title: 'Business Analytics',
      text: 'See which hours fill up, which stay empty and what each class earns. Counted from your bookings, not guessed.',
    },
  },
  pricing: {
    title: 'Free to start',
    text: 'Every new account gets {days} days with every feature, without a card. After that, you’re on Free until you choose another plan.',
  },
  privacy: {
    title: 'Your customers’ data stays yours',
    text: 'We store only what a booking needs. Nobody sees who else has booked. There is no ad tracking, and these pages run no third-party scripts.',
    link: 'Read how we handle data',
  },
  last: {
    title: 'Your next class has open spots',
    text: 'Put it online today and share the link.',
  },
} as const
