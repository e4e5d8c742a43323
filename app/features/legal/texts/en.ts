export const legal = {
  updated: 'Last updated: {date}',
  otherTab: 'Your form is still open in the other tab. Close this one to go back to it.',
  contact: 'Questions? Contact {operator}: <mail></mail>',
  noContact:
    'Questions? Contact {operator}, who runs this site, through the <form>contact form</form>.',
  notice: 'Legal notice',
  privacy: {
    title: 'Privacy Policy',
    intro:
      '{operator} runs this site. Trainers publish classes here, and people book them. This page explains what we store about you, why, and for how long.',
    sections: {
      responsible: {
        title: 'Who is responsible',
        text: '{operator} is responsible for accounts and for running this site. Each trainer is responsible for the data about people who book with them. {operator} stores that data for the trainer and uses it for nothing else.',
      },
      providers: {
        title: 'Service Providers',
        text: 'Trainers have an account. We store their name, email address, business name, location, time zone, country, currency and language, their classes and sessions, and which browsers are signed in. Passwords and recovery codes are stored in a form that nobody can read, and two-factor keys are encrypted. For passkeys, we store only the public half and which browser added it. The name, business name, location and classes are public. If you signed up with another trainer’s referral link, that trainer sees your name, when you signed up, the first letter and the domain of your email address, and whether you have published a class.',
      },
      clients: {
        title: 'Clients',
        text: 'People who book do not need an account. We store the name and the phone number or email address given with the booking, the language used, for a court also gender and date of birth where its owner asks for them, what was booked, moved or cancelled and when, whether the person attended, what was paid, and which messages were sent and whether they arrived. Only the trainer you booked with can see this. We never tell anyone who else has booked. If you stop the reminders of a trainer, we keep this wish with your address in a form that nobody can read, also when your data is deleted.',
      },
      enquiries: {
        title: 'People who contact us',
        text: 'The contact form stores your name, email address, business and message and sends them to {operator}. They are used only to reply to you and are kept until {operator} deletes them.',
      },
      administrators: {
        title: 'Administrators',
        text: 'The people who run this site can access the data when they need it to keep the site running or to help you. Corrections to bookings are logged.',
      },
      duration: {
        title: 'How long we keep it',
        text: 'Sign-ins expire 30 days after their last use, confirmation links after one day, and password links after one hour. To stop people from guessing passwords or sending mass messages, we count attempts to sign in, book or contact us, and keep these counts for up to one day. For this, IP addresses and email addresses are stored in a form that nobody can read. Accounts whose email address is not confirmed within 14 days are deleted. All other accounts, classes and bookings are kept until the trainer or the operator deletes them. When trainers delete their account, everything in it is erased after 14 days: classes, bookings, clients, payments, messages and pictures. For one more year we keep only two things: the username of the page, so that nobody else can take it, and the reference numbers of the bookings. Bookings are part of a trainer’s business records, which the trainer may be required by law to keep.',
      },
      others: {
        title: 'Who else receives it',
        text: 'Only the email server that delivers our messages. We do not sell data or track you for advertising, and we load no scripts or fonts from other companies.',
        telegram:
          'If you book or get messages with Telegram, Telegram learns that you use the bot of your trainer or of this site, and carries the messages. We store the number of your Telegram account, your name and your username there, to write to you. Block the bot in Telegram to stop this.',
        google:
          'If you sign in with Google, Google learns that you use this site. We receive your name, your email address and the number of your Google account, and keep that number to recognise you. If you use Google to fill in a booking, we receive the same and keep only the name and email address that you book with.',
        calendar:
          'A trainer can connect a Google calendar. It then holds the sessions with the names of the people who booked, and Google stores them for the trainer. Of the trainer’s other events we keep only when they take place.',
        cards:
          'If a trainer takes cards, you pay on a page of Stripe, at the trainer’s own account there. We send Stripe what you book, its price and your email address, and Stripe tells us whether you have paid. Your card details never reach us.',
      },
      rights: {
        title: 'Your rights',
        text: 'You can ask what we store about you, get a copy, have it corrected or deleted, and object to its use. Clients should contact their trainer. Trainers can download everything and delete their account in the settings, or contact the operator. If you are not satisfied with the answer, you can complain to the data protection authority where you live.',
      },
    },
    cookies: {
      title: 'Cookies',
      text: 'This site uses only the cookies it needs to work. None of them tracks you on other sites.',
      name: 'Name',
      purpose: 'Purpose',
      kept: 'How long',
      session: {
        purpose: 'Keeps you signed in.',
        kept: '30 days after the last use, and no longer than 90 days after you signed in',
      },
      known: {
        purpose:
          'Recognises a browser you have signed in with, so that someone guessing your password cannot lock you out. It stays after you sign out.',
        kept: 'One year',
      },
      openId: { purpose: 'Links your Google sign-in to this browser.', kept: '30 minutes' },
      join: {
        purpose: 'Remembers which Google account you want to connect until you sign in.',
        kept: 'One hour',
      },
      filling: {
        purpose: 'Fills a booking form with your name and email address from Google, once.',
        kept: 'Until the form opens, five minutes at most',
      },
      calendar: { purpose: 'Links your Google calendar to this browser.', kept: '30 minutes' },
      telegramLogin: {
        purpose: 'Links your Telegram login to this browser.',
        kept: '30 minutes',
      },
      telegram: {
        purpose:
          'Remembers who you are on Telegram, so that you don’t have to log in for each booking.',
        kept: '90 days',
      },
      theme: { purpose: 'Remembers your choice of light or dark theme.', kept: 'One year' },
      language: { purpose: 'Remembers your language.', kept: 'One year' },
      zone: {
        purpose:
          'Shows times on your clock when it differs from the trainer’s, and the classes in your time zone first.',
        kept: 'Until you close your browser',
      },
      place: {
        purpose: 'Remembers the place you chose in the list of classes.',
        kept: 'One year',
      },
      device: {
        purpose: 'Prevents a double tap or a second attempt from booking twice.',
        kept: 'One year',
      },
      brought: {
        purpose: 'Remembers whose link or invitation brought you here.',
        kept: 'Until you sign up or close your browser',
      },
      paying: {
        purpose: 'Brings you back from the card payment to the page of your booking.',
        kept: 'One hour',
      },
      notice: { purpose: 'Carries a message to the next page.', kept: 'One minute' },
      storage:
        'After a booking, your browser can remember your name and contact details so that you do not have to type them again. They stay on your device. Choose “Not you?” to remove them.',
    },
  },
  terms: {
    title: 'Terms of Service',
    intro:
      '{operator} offers this site to trainers who publish classes and to people who book them. By using it, you agree to these terms.',
    sections: {
      providers: {
        title: 'Service Providers',
        text: 'Trainers create services, manage bookings and receive payments for them. As a trainer, you must describe your classes truthfully, run the sessions you publish, and tell the people who booked when something changes. You are responsible for your prices, taxes, insurance and the safety of your classes. The agreement about a class is between you and your client.',
      },
      clients: {
        title: 'Clients',
        text: 'Clients browse classes and book them. As a client, you must give your name and working contact details, book no more spots than you will use, and cancel in time if you cannot come. We show what a late cancellation costs before you confirm it.',
      },
      administrators: {
        title: 'Administrators',
        text: 'Administrators have extra privileges on the platform. They use them only to keep it running, help trainers and suspend accounts that break these terms.',
      },
      accounts: {
        title: 'Accounts',
        text: 'An account belongs to one person. Keep your password to yourself. You are responsible for what happens in your account until you report misuse. You can delete your account at any time in the settings. You can also ask {operator} to delete it, using the contact details below.',
      },
      bookings: {
        title: 'Bookings',
        text: 'Once a booking is shown as confirmed, the spot is yours. A request holds the spot until the trainer answers or the time shown has passed. The link to a booking works without a password: anyone who has it can move or cancel the booking.',
      },
      use: {
        title: 'Fair use',
        text: 'Do not book spots just to block them. Use other people’s contact details only for the classes they booked. Do not try to break into or overload the site, and do not publish anything unlawful.',
      },
      liability: {
        title: 'Liability',
        text: 'The operator works to keep the site running and data safe, but cannot promise that it will never fail. The operator is liable for intentional misconduct and gross negligence, and wherever the law does not allow liability to be limited. The operator is not liable for the classes themselves, which trainers run.',
      },
      changes: {
        title: 'Changes',
        text: 'When these terms change, we update the date above. We tell trainers before the new terms apply to them.',
      },
    },
  },
} as const
