/** An invented trainer's page on a phone. */
export const example = {
  label:
    'An example of a trainer’s page on a phone: a picture, the name Studio Linden, two classes with their price and open spots, and a button to book.',
  caption: 'An example: what customers see',
  pause: 'Pause the example',
  username: 'studio-linden',
  name: 'Studio Linden',
  place: 'Riverside Park',
  about: 'Small groups, open air, mats for everyone.',
  day: 'Monday',
  price: '$16',
  book: 'Book Session',
  booked: '<count></count>/{capacity} booked',
  next: 'Next open spot',
  nextWhen: 'Mon 18:00',
  classes: {
    evening: { time: '18:00–19:00', title: 'Yoga for everyone' },
    late: { time: '19:30–20:30', title: 'Slow flow' },
  },
} as const
