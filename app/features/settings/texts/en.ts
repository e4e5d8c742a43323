export const settings = {
  title: 'Settings',
  sections: 'Settings',
  back: 'Back to dashboard',
  toList: 'All settings',
  groups: {
    account: 'Account',
    page: 'Your page',
    booking: 'Booking',
    connections: 'Connections',
  },
  entries: {
    profile: 'Profile',
    business: 'Region and language',
    notifications: 'Notifications',
    security: 'Password and devices',
    data: 'Your data',
    look: 'Layout and contact',
    pictures: 'Pictures',
    rules: 'Booking rules',
    payment: 'Payment and receipts',
    classes: 'Confirmation by class',
    integrations: 'Integrations',
    legacy: 'Legacy Setup',
    api: 'API Settings',
  },
  save: 'Save Changes',
  saving: 'Saving…',

  profile: {
    title: 'Profile',
    text: 'Customers see this on your page and in every email.',
    picture: 'Picture',
    changePicture: 'Change picture',
    fullName: 'Full name',
    businessName: 'Business name',
    location: 'Location',
    locationText: 'City or area, shown under your name.',
    updated: 'Profile updated',
    failed: 'Update failed',
    failedText: 'Failed to update profile',
  },

  integrations: {
    title: 'Integrations',
    unavailable: 'Not available on this site',
    bot: 'Let customers write to a bot that answers them',
    botText:
      'Only if you already run a bot like that. Your own Telegram username belongs under <contact>Layout and contact</contact>.',
    botIsOpened: 'The Message button on your page opens this bot.',
    nameIsOpened:
      'The Message button on your page opens your Telegram username, @{name}, not the bot.',
    botUsername: 'Bot username',
    botUsernameText: 'Without the @, for example my_studio_bot.',
    saveBot: 'Save',
    removeBot: 'Remove',
    saved: 'Saved',
    removed: 'Bot removed',
    failed: 'Save failed',
    failedText: 'Failed to save Telegram bot settings',
  },

  legacy: {
    text: 'The older place to connect a calendar. It shows the same status as Integrations.',
  },

  api: {
    operator: 'For the person who runs this site',
  },

  notifications: {
    title: 'Notifications',
    text: 'Emails to {email} about your sessions and your customers’ bookings.',
    agenda: 'Your day by email',
    agendaText: 'Who is coming, who is new, and who owes you money. Only on days with sessions.',
    agendaOff: 'Off',
    legend: 'Email me about',
    saved: 'Saved',
    failed: 'Failed to save settings. Please try again.',
  },

  rules: {
    title: 'Booking rules',
    text: 'For all your classes.',
    notice: 'Free cancellation',
    noticeText:
      'Any later cancellation counts as late: the customer loses the bundle session, and you decide whether to give a refund. If you choose a longer period, it applies only to new bookings. Each class can have its own period.',
    classNotice: 'A longer period applies only to new bookings.',
    ofSettings:
      'As in your settings: {minutes, plural, =0 {until the start} other {until {time} before the start}}',
    periods: '{minutes, plural, =0 {Until the start} other {Until {time} before the start}}',
    hours: '{count, plural, one {# hour} other {# hours}}',
    days: '{count, plural, one {# day} other {# days}}',
    minutes: '{count, plural, one {# minute} other {# minutes}}',
    notInPlan: 'To choose another period, you need the Professional plan.',
    spots: 'Spots per person',
    spotsText: 'How many spots of one session a customer can book at once.',
    upTo: '{count, plural, =1 {Only 1} other {Up to #}}',
    paid: 'Record new bookings as paid',
    paidText:
      'Use this if everyone pays you at the door. Each new booking is then recorded as paid.',
    reminders: 'Reminders for customers',
    remindersText:
      'By email or Telegram, like your other messages, with a link to cancel. Reminders due between {night} and {morning} go out at {evening} the evening before.',
    remindersNotInPlan: 'To remind customers before a session, you need the Professional plan.',
    remindsDay: '24 hours before',
    remindsHours: '2 hours before',
    saved: 'Settings Updated',
    failed: 'Failed to save settings. Please try again.',
  },

  payment: {
    note: 'How customers pay you',
    noteText:
      'For example: “Bank transfer to IBAN …, or cash on the day.” Customers read it in the confirmation and with their booking, as long as they owe you something.',
    postalAddress: 'Postal address',
    postalAddressText: 'On receipts.',
    taxLine: 'Tax number or line on receipts',
    taxLineText: 'For example your tax number, or why no tax is added.',
    saved: 'Payment and receipts saved.',
    failed: 'Failed to save settings. Please try again.',
  },

  business: {
    timeZone: 'Time zone',
    timeZoneText:
      'Your upcoming sessions keep their clock times: {time} stays {time} in the new zone. Everyone who booked gets a message.',
    saveZone: 'Save time zone',
    zoneSaved: 'Time zone saved.',
    sessions: '{count, plural, one {# upcoming session} other {# upcoming sessions}} changed.',
    currency: 'Currency',
    currencyText:
      'For all your prices. You can change it until someone books a paid class. The numbers stay the same: €15 becomes $15.',
    rounded: 'In a currency without decimals, prices are rounded.',
    saveCurrency: 'Save currency',
    currencySaved: 'Currency saved.',
    obstacles: {
      money_recorded:
        'You have already recorded payments, so the currency can no longer be changed.',
      bundles_sold: 'You have already sold bundles, so the currency can no longer be changed.',
      money_owed:
        'People have already booked paid classes, so the currency can no longer be changed.',
    },
    language: 'Language',
    languageText:
      'For these pages and the emails we send you. Your customers choose their own language.',
    saveLanguage: 'Save language',
    languageSaved: 'Language saved.',
    failed: 'Failed to save settings. Please try again.',
  },

  username: {
    title: 'Address of your page',
    text: 'If you change it, links to the old address will go to the new one.',
    save: 'Save address',
    saved: 'Your page is now at {address}.',
    limit: 'You have changed the address several times this month. Please try again later.',
  },
  page: {
    text: 'How your page looks, and how customers can contact you. Your name, description and experience are in your profile.',
    layout: 'Layout',
    layouts: { schedule: 'Schedule', catalogue: 'Catalogue' },
    layoutTexts: {
      schedule: 'Starts with the calendar and the next sessions. Best for regular classes.',
      catalogue: 'Starts with your classes as cards. Each class has its own calendar.',
    },
    notInPlan:
      'The catalogue layout and a custom colour are part of the Professional plan. Your earlier choice is kept.',
    colour: 'Colour',
    colours: { standard: 'Green', own: 'Custom colour' },
    colourTexts: {
      standard: 'The standard colour.',
      own: 'For buttons and links on your pages.',
    },
    accent: 'Your colour',
    accentText: 'We make it a little darker or lighter where it would be hard to read.',
    swatch:
      '{name, select, green {Green} teal {Teal} blue {Blue} violet {Violet} magenta {Magenta} red {Red} orange {Orange} other {Slate}}',
    telegram: 'Telegram username',
    telegramText:
      'The username customers write to. The Message button opens it. If you leave this empty, the button opens {bot, select, none {an email to you} other {your bot, @{bot}}}.',
    phone: 'Phone',
    phoneText: 'Used by the Call button. Leave empty to hide the button.',
    email: 'Email for customers',
    emailText: 'This address is public. Replies to our messages to customers also go here.',
    updated: 'Saved',
    updatedText: 'Your page is up to date.',
    askedText: 'We have sent a link to {email}. Open it to confirm the address.',
    pending: '{email} isn’t confirmed yet',
    pendingNone:
      'We sent a link to this address. Customers see no email address until you open the link and confirm.',
    pendingCurrent:
      'We sent a link to this address. Customers still see {email} until you open the link and confirm.',
    resend: 'Send the link again',
    resent: 'Sent again',
    contactRateLimited: 'Too many confirmation links were sent. Please wait an hour and try again.',
    failed: 'Update failed',
    failedText: 'Failed to update profile',
  },
}
