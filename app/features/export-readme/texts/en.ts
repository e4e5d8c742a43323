/** The file that explains an export. */
export const exportReadme = {
  title: '{business}: your data',
  made: 'Downloaded on {day}. This is everything that is stored about your business.',
  csvText:
    'csv/ contains the main tables for a spreadsheet. Amounts are in the main unit of the currency, such as euros. Text that a spreadsheet would treat as a formula starts with an apostrophe. A file with no entries means there is nothing to list.',
  jsonText:
    'json/ contains every table in full. The ids link the tables. Fields whose names end in _minor are amounts in the smallest unit of the currency, such as cents. Timestamps are in UTC; the date and time of a session are in its own time zone.',
  picturesText:
    'pictures/ contains your pictures in the largest stored size. json/pictures.json says what each one shows.',
  leftOutText: 'Not included:',
  csv: {
    classes: 'your classes',
    sessions: 'all dates of your classes, with the spots that are taken',
    bookings: 'every booking, one line per spot',
    customers: 'your customers and how to reach them',
    payments: 'every payment and correction',
    bundles: 'the bundles on sale',
    'bundles-sold': 'every bundle that was sold, with the sessions left and the amount paid',
    attendance: 'who came and who didn’t',
    messages: 'which messages were sent, when and to whom',
  },
  reasons: {
    signsIn: 'would let someone sign in as you',
    opensCalendar: 'would open your calendar',
    opensBot: 'would let someone write as your bot',
    ofStripe: 'would let someone use your account at Stripe, or is of no use outside of it',
    ofTelegram: 'only needed to talk to Telegram',
    signsLinks: 'protects your customers’ links',
    formTwice: 'only used to spot forms that were sent twice',
    computed: 'computed from other columns',
    ofDatabase: 'an internal database number',
    ofOperator: 'notes for the operator',
    ofOthers: 'another vendor’s account',
    password: 'your password, stored in a form that nobody can read',
    ofTasks: 'the day a daily task last ran',
    unreadable: 'addresses in a form that nobody can read',
  },
}
