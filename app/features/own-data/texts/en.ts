export const ownData = {
  title: 'Your data',
  failed: 'Something went wrong',

  export: {
    title: 'Download your data',
    text: 'One zip file with your classes, sessions, bookings, customers, payments, bundles, messages and pictures: as CSV files for a spreadsheet, and complete as JSON files for other programs.',
    care: 'The file contains your customers’ contact details. Keep it where only you can open it.',
    button: 'Download everything',
    wait: 'If you have many bookings, this can take a minute.',
    problems: {
      exporting: 'Your file is already being prepared. Please wait a minute.',
      rate_limited: 'You can download your data five times a day. Please try again tomorrow.',
      busy: 'We’re very busy right now. Please try again in a minute.',
      failed: 'Your file couldn’t be prepared. Please try again.',
    },
  },

  close: {
    title: 'Delete your account',
    open: 'Delete your account…',
    text: 'Your page disappears right away, and everyone is signed out. You can sign in and restore the account for {days, number} days. After that, everything is erased for good: classes, bookings, customers, payments, messages and pictures. Download your data first.',
    setUpText:
      'You haven’t set up anything yet, so nobody is affected. You can sign in and restore the account for {days, number} days. After that, it’s erased for good.',
    setUpBack: 'Back to the setup',
    sessions:
      '{bookings, plural, one {# booked spot} other {# booked spots}} in {sessions, plural, one {# upcoming session} other {# upcoming sessions}} will be cancelled.',
    told: '{count, plural, one {# customer} other {# customers}} will be notified.',
    unreached:
      '{count, plural, one {# customer has no email} other {# customers have no email}}. Please call them yourself.',
    bundles:
      '{count, plural, one {# sold bundle ends} other {# sold bundles end}}. You must refund what customers paid for the sessions left.',
    paid: '{count, plural, one {# of them has been paid for} other {# of them have been paid for}}.',
    cancel: 'Cancel them and notify the customers',
    username: 'To confirm, enter your username',
    usernameText: 'The last part of your page’s address: {username}',
    password: 'Your password',
    button: 'Delete the account',
    pending: 'Deleting…',
    missing: 'Please enter your password.',
    choose:
      'You still have bookings or bundles. Tick this box to cancel them, or keep the account.',
    wrong: 'This isn’t your password.',
    wrongUsername: 'This isn’t your username.',
    tooMany: 'Too many attempts. Please wait 15 minutes and try again.',
    changed:
      'Your bookings have changed since you opened this page. Please check the numbers below and confirm again.',
    done: 'Your account is deleted',
    doneText: 'If you change your mind, sign in within {days, number} days.',
  },

  closed: {
    title: 'Your account is deleted',
    text: 'Your page is offline, and nobody can book. Everything will be erased after {day}.',
    erasing: 'Everything in this account is being erased.',
    member: 'The owner has deleted this account.',
    back: 'Restore the account',
    backText: 'Your page and your weekly times come back. Cancelled bookings stay cancelled.',
    backDone: 'Welcome back',
    backDoneText: 'Your page is back online.',
    tooLate: 'This account can no longer be restored.',
    signOut: 'Sign out',
  },
}
