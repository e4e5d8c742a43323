/** Who can sign in to the demo world; printed by `npm run demo`. */
const password = 'openspot-demo'

export const demoLogins = [
  { role: 'Yoga teacher, Berlin', email: 'anna@demo.example', password },
  { role: 'Strength coach, New York', email: 'marcus@demo.example', password },
  { role: 'Pilates studio, Yerevan', email: 'olga@demo.example', password },
  { role: 'Dance school, Dubai', email: 'layla@demo.example', password },
  { role: 'Health centre with a long name, Berlin', email: 'hildegard@demo.example', password },
  { role: 'Boxing gym, New York', email: 'boxlab@demo.example', password },
  { role: 'Newcomer, before the setup', email: 'nina@demo.example', password },
] as const
