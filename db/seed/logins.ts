/** Who can sign in to the demo world; printed by `npm run demo`. */
const password = 'openspot-demo'

export const demoLogins = [
  { role: 'Yoga teacher, Berlin', email: 'anna@demo.example', password },
  { role: 'Strength coach, New York', email: 'marcus@demo.example', password },
  { role: 'Pilates studio, Yerevan', email: 'olga@demo.example', password },
  { role: 'Dance school, Dubai', email: 'layla@demo.example', password },
  { role: 'Health centre with a long name, Berlin', email: 'hildegard@demo.example', password },
  { role: 'Boxing gym, New York', email: 'boxlab@demo.example', password },
  { role: 'Tennis court, New York', email: 'sam@demo.example', password },
  { role: 'Newcomer, before the setup', email: 'nina@demo.example', password },
] as const

/** The operator of the demo. `key` goes into an authenticator app, which shows the code for the sign-in. */
export const demoAdmin = {
  role: 'Super administrator, at /super-admin',
  email: 'operator@demo.example',
  password,
  key: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
} as const

/** Accounts at the simulated Stripe, with a restricted key each. */
export const demoCards = [
  {
    id: 'acct_BergmannYogaDemo',
    name: 'Bergmann Yoga',
    currency: 'eur',
    key: 'rk_test_demo_key_of_bergmann_yoga',
  },
  {
    id: 'acct_MyStudioDemo',
    name: 'My Studio',
    currency: 'usd',
    key: 'rk_test_demo_key_of_a_studio_of_your_own',
  },
] as const
