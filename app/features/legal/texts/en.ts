export const legal = {
  updated: 'Last updated: {date}',
  otherTab: 'Your form is still open in the other tab. Close this one to go back to it.',
  contact: 'Questions go to {operator}: <mail></mail>',
  noContact:
    'Questions go to {operator}, who runs this site, through the <form>contact form</form>.',
  privacy: {
    title: 'Privacy Policy',
    intro:
      '{operator} runs this site, on which trainers publish classes and people book them. This page says what is stored about you, why, and for how long.',
    sections: {
      responsible: {
        title: 'Who is responsible',
        text: 'For accounts and for the running of this site: {operator}. For what a trainer stores about the people who book: the trainer. {operator} keeps that data for the trainer and uses it for nothing else.',
      },
      providers: {
        title: 'Service Providers',
        text: 'Trainers have an account. Stored are: name, e-mail, a password that cannot be read back, business name, place, time zone, country, currency, language, the classes and their sessions, and which browsers are signed in. Name, business name, place and classes are public.',
      },
      clients: {
        title: 'Clients',
        text: 'People who book need no account. Stored are: the name and the phone number or e-mail given with the booking, its language, what was booked, moved or cancelled and when, whether somebody came, what was paid, and which messages were sent and whether they arrived. Only the trainer who was booked sees it. Nobody is told who else is booked.',
      },
      enquiries: {
        title: 'Who writes to us',
        text: 'The contact form stores name, e-mail, business and message and sends them to {operator}, to answer you and for nothing else. They stay until {operator} removes them.',
      },
      administrators: {
        title: 'Administrators',
        text: 'The people who run this site can reach the data where that is needed to keep it running or to help. Corrections to bookings are written to a log.',
      },
      duration: {
        title: 'For how long',
        text: 'Sign-ins end 30 days after their last use, confirmation links after one day, links for a new password after one hour. Attempts to sign in or to write to us are counted for at most an hour, against people who guess passwords or send masses of messages; network and e-mail addresses are encoded for that so that they cannot be read. Accounts, classes and bookings stay until the trainer or the operator removes them; bookings are part of a trainer’s business records, which the law may ask to be kept.',
      },
      others: {
        title: 'Who else gets it',
        text: 'The mail server that delivers our messages. Nobody else: nothing is sold, nothing is measured for advertising, and no script or font is loaded from another company.',
      },
      rights: {
        title: 'Your rights',
        text: 'You can ask what is stored about you, have it corrected, handed over or deleted, and object to its use. Clients write to their trainer, trainers to the operator. If you are not content with the answer you can turn to the data protection authority where you live.',
      },
    },
    cookies: {
      title: 'Cookies',
      text: 'All of them are needed for what you asked for. None follows you to other sites.',
      name: 'Name',
      purpose: 'What for',
      kept: 'How long',
      session: {
        purpose: 'Keeps you signed in.',
        kept: '30 days after the last use, and no longer than 90 days after you signed in',
      },
      known: {
        purpose:
          'Recognises a browser you have signed in with, so that nobody who guesses passwords can keep you from signing in. It stays after you sign out.',
        kept: 'One year',
      },
      theme: { purpose: 'Remembers light or dark.', kept: 'One year' },
      language: { purpose: 'Remembers your language.', kept: 'One year' },
      device: { purpose: 'Makes one booking of a double press or a second try.', kept: 'One year' },
      notice: { purpose: 'Carries a message to the next page.', kept: 'One minute' },
      storage:
        'After a booking your browser can keep your name and contact in its own storage, so that you need not type them again. They stay on your device; “not you?” forgets them.',
    },
  },
  terms: {
    title: 'Terms of Service',
    intro:
      '{operator} offers this site to trainers who publish classes and to people who book them. Who uses it agrees to what is written here.',
    sections: {
      providers: {
        title: 'Service Providers',
        text: 'Trainers create services, manage bookings and receive payments for them. You say what is true about your classes, hold what you publish, tell the people who booked when something changes, and answer for your prices, your taxes, your insurance and the safety of your classes. The agreement about a class is between you and your client.',
      },
      clients: {
        title: 'Clients',
        text: 'Clients browse classes and book them. You give a name and a contact under which you can be reached, take no more spots than you will use, and cancel in time when you cannot come. What a late cancellation costs is said before you confirm it.',
      },
      administrators: {
        title: 'Administrators',
        text: 'Administrators have extra privileges on the platform: they keep it running, help trainers, and suspend accounts that break these terms. They use them for nothing else.',
      },
      accounts: {
        title: 'Accounts',
        text: 'An account belongs to one person. Keep your password to yourself; what is done with your account is taken as done by you until you report a misuse. You can end your account at any time by writing to {operator}; how is written below.',
      },
      bookings: {
        title: 'Bookings',
        text: 'A booking holds a spot once it is shown as confirmed; a request that waits for the trainer holds it until the time shown. The link to a booking works without a password: whoever has it can move or cancel the booking.',
      },
      use: {
        title: 'Fair use',
        text: 'Do not book to block spots, do not use the contacts of others for anything but the classes they booked, do not try to break in or to overload the site, and publish nothing unlawful.',
      },
      liability: {
        title: 'Liability',
        text: 'The operator takes care that the site works and that data is safe, and cannot promise that it never fails. It answers for intent and gross negligence and where the law does not let it be limited, but not for the classes themselves, which the trainers hold.',
      },
      changes: {
        title: 'Changes',
        text: 'When these terms change, the date above changes, and trainers are told before the new terms apply to them.',
      },
    },
  },
} as const
