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
    business: 'Business',
    notifications: 'Notifications',
    security: 'Password and devices',
    look: 'Layout and contact',
    pictures: 'Pictures',
    embed: 'Show on your own site',
    rules: 'Booking rules',
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
    text: 'Other services that work with your bookings.',
    calendar: 'Google Calendar',
    notConfigured: 'Not configured',
    calendarText:
      'This installation has no access to Google Calendar, so bookings are not written to a calendar.',
    telegram: 'Telegram',
    telegramMissing: 'Telegram integration not configured',
    telegramText: 'This installation has no Telegram bot, so all messages go by email.',
    bot: 'Your Telegram bot',
    botText:
      'If customers can write to a bot of yours, the Message button on your page opens it. A Telegram username under “Layout and contact” comes first.',
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
    title: 'Legacy Setup',
    text: 'The earlier way to connect a calendar. Its state is the same as under Integrations.',
  },

  api: {
    title: 'API Settings',
    text: 'Access to calendars for this installation.',
    required: 'Configuration required',
    requiredText: 'No calendar credentials are configured on this installation.',
    you: 'For you',
    youText:
      'There is nothing to enter here. The operator configures calendar credentials for all vendors of this installation, outside the app.',
    operator: 'For the operator',
    operatorText:
      'This version has no setting for calendar credentials. docs/operations.md lists every setting that it reads.',
  },

  notifications: {
    title: 'Notifications',
    text: 'Emails to {email} about your sessions and your customers’ bookings.',
    agenda: 'Your day by email',
    agendaText:
      'Who comes, who comes for the first time, and who owes you money. Only on days with sessions.',
    agendaOff: 'Off',
    legend: 'Email me about',
    booked: 'New bookings',
    requested: 'Requests',
    requestedText: 'Requests expire if you do not answer. Without this email, check your overview.',
    cancelled: 'Cancellations by customers',
    moved: 'Bookings that customers move',
    saved: 'Saved',
    failed: 'Failed to save settings. Please try again.',
  },

  rules: {
    title: 'Booking rules',
    text: 'They apply to all your classes.',
    notice: 'Free cancellation',
    noticeText:
      'Later cancellations count as late: a bundle session is lost, and you decide about refunds. A longer period applies only to new bookings. Each class can have its own.',
    classNotice: 'A longer period applies only to new bookings.',
    ofSettings: 'As in your settings: {period}',
    periods: '{minutes, plural, =0 {Until the start} other {Until {time} before the start}}',
    hours: '{count, plural, one {# hour} other {# hours}}',
    days: '{count, plural, one {# day} other {# days}}',
    minutes: '{count, plural, one {# minute} other {# minutes}}',
    notInPlan: 'Another period is part of the Professional plan.',
    spots: 'Spots per person',
    spotsText: 'How many spots of one session a customer can book at once.',
    upTo: '{count, plural, =1 {Only 1} other {Up to #}}',
    paid: 'Record new bookings as paid',
    paidText:
      'For when everyone pays you on the spot. Each new booking is recorded as paid at the door.',
    saved: 'Settings Updated',
    failed: 'Failed to save settings. Please try again.',
  },

  business: {
    title: 'Business',
    text: 'Clock, money and language.',
    timeZone: 'Time zone',
    timeZoneText:
      'Your upcoming sessions keep their clock times: 18:00 stays 18:00 in the new zone. Everyone who booked gets a message.',
    saveZone: 'Save time zone',
    zoneSaved: 'Time zone saved.',
    sessions: '{count, plural, one {# upcoming session} other {# upcoming sessions}} changed.',
    currency: 'Currency',
    currencyText:
      'For all your prices. You can change it until somebody books a paid class. The numbers stay: €15 becomes $15.',
    rounded: 'In a currency without decimals, prices are rounded.',
    saveCurrency: 'Save currency',
    currencySaved: 'Currency saved.',
    obstacles: {
      money_recorded: 'You have already recorded payments, so the currency can no longer change.',
      bundles_sold: 'You have already sold bundles, so the currency can no longer change.',
      money_owed: 'People have already booked for a price, so the currency can no longer change.',
    },
    language: 'Language',
    languageText:
      'For these pages and the emails that we send you. Your customers choose their own language.',
    saveLanguage: 'Save language',
    languageSaved: 'Language saved.',
    failed: 'Failed to save settings. Please try again.',
  },

  username: {
    title: 'Address of your page',
    text: 'If you change it, links with the former address lead to the new one.',
    save: 'Save address',
    saved: 'Your page is now at {address}.',
    limit: 'You have changed the address several times this month. Please try again later.',
  },
}
