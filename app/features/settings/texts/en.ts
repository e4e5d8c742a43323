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
    look: 'Layout and contact',
    pictures: 'Pictures',
    embed: 'Show on your own site',
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
}
