export const ownData = {
  title: 'Your data',
  text: 'Everything that is stored about your business belongs to you.',
  failed: 'Something went wrong',

  export: {
    title: 'Download your data',
    text: 'One zip file with your classes, sessions, bookings, customers, payments, bundles, messages and pictures: as CSV files for a spreadsheet, and complete as JSON files for other programs.',
    care: 'The file contains your customers’ contact details. Keep it where only you can open it.',
    button: 'Download everything',
    wait: 'With many bookings this can take a minute.',
    problems: {
      exporting: 'Your file is being prepared already. Please wait a minute.',
      rate_limited: 'You can download your data five times a day. Please try again tomorrow.',
      busy: 'There is a lot going on right now. Please try again in a minute.',
      failed: 'Your file could not be prepared. Please try again.',
    },
  },
}
