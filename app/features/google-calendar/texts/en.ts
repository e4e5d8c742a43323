export const googleCalendar = {
  title: 'Google Calendar',
  notConfigured: 'Not configured',
  notConfiguredText:
    'Your sessions aren’t added to Google Calendar. The person who runs this site has to set it up first: see <api>API Settings</api>.',
  offer:
    'Sessions and attendees show up in Google Calendar and stay in sync. On Google’s page, tick both boxes.',
  connect: 'Connect Google Calendar',
  connecting: 'Opening Google…',
  connected: 'Connected',
  account: 'Account: {email}',
  writing: '{written} of {wanted} sessions are in your calendar.',
  writingLabel: 'Sessions in your calendar',
  complete:
    '{wanted, plural, =0 {New sessions will appear in your calendar.} one {Your upcoming session is in your calendar.} other {All # upcoming sessions are in your calendar.}}',
  brokenBadge: 'Connection lost',
  broken:
    'Google no longer lets us update your calendar, so new bookings and changes are missing there. The bookings themselves aren’t affected. Please connect again.',
  stoppedBadge: 'Stopped',
  stopped:
    'Stopped because the person who connected it had their password reset. New bookings and changes are missing from your calendar, but the bookings themselves aren’t affected. That person can let it continue.',
  security: 'Open “Password and devices”',
  reconnect: 'Connect again',
  problems: {
    limited: 'Google asked us to wait. We’ll try again soon.',
    unreachable: 'Google isn’t available right now. We’ll keep trying.',
    misconfigured:
      'Google doesn’t accept this site’s settings. The person who runs it can see why on the health page.',
    refused: 'Google didn’t accept one of your sessions. We’ll try again.',
  },
  check: 'Check now',
  checking: 'We’re checking your calendar.',
  disconnect: 'Disconnect',
  disconnected: 'Disconnected',
  disconnectedText:
    'Your sessions stay in your calendar as they are. We no longer have access to it.',
  notRevoked:
    'We’ve deleted our access but couldn’t tell Google. Please remove this site under “Third-party connections” in your Google account.',
  disconnectFailed: 'Disconnect failed',
  tryAgain: 'Please try again.',
  busy: {
    title: 'Busy times',
    text: 'Your calendar here shows when you’re busy in these calendars, and which sessions clash. We store only when you’re busy, not why.',
    none: 'Your calendars will appear here in a moment.',
    primary: 'Main calendar',
    onlyMain:
      'You didn’t allow us to see your list of calendars, so we can read only the main one. Connect again to change that.',
    closes: 'Close booking while I’m busy',
    closesText:
      'Sessions at these times can’t be booked online. Courts and rooms stay open. Existing bookings stay, and you can still add bookings yourself.',
    save: 'Save',
    saved: 'Saved',
    failed: 'Failed to save settings. Please try again.',
    notInPlan: 'To see when you are busy in your other calendars, you need the Professional plan.',
    plan: 'See your plan',
  },
  toasts: {
    connected: 'Google Calendar Connected',
    connectedText: 'Your sessions are being added to your calendar.',
    configuration: 'Configuration required',
    configurationText:
      'This site’s calendar credentials are missing. Please ask the person who runs it.',
    authentication: 'Authentication required',
    authenticationText: 'Please log in to connect your calendar.',
    configurationError: 'Configuration error',
    configurationErrorText: 'Google’s page could not be opened. Please try again later.',
    failed: 'Connection failed',
  },
  callback: {
    title: 'Google Calendar',
    processing: 'Connecting your Google Calendar…',
    button: 'Continue',
    success: 'Google Calendar connected successfully!',
    redirecting: 'Taking you back to your settings…',
    denied: 'Authorization failed: {error}',
    deniedText: 'You didn’t allow access at Google, so nothing was connected.',
    againText: 'Nothing was connected. Please start again in your settings.',
    missing: 'Missing authorization code or state parameter',
    failed: 'Failed to process Google Calendar authorization',
    back: 'Return to Settings',
    problems: {
      not_configured: 'This site’s calendar credentials are missing.',
      expired: 'This connection has expired or was started in another browser. Please try again.',
      scope: 'On Google’s page, tick “See, add, change and delete events”. Please try again.',
      refused: 'Google didn’t accept the request. Please try again.',
      unreachable: 'Google isn’t available right now. Please try again later.',
      rate_limited: 'Too many attempts. Please wait a few minutes and try again.',
      unexpected: 'Please try again.',
    },
  },
  api: {
    ready:
      'Calendar connections are set up on this site. Vendors connect their own calendar under <integrations>Integrations</integrations>; nobody has to enter credentials here.',
    text: 'There’s nothing for you to set up. Calendar connections aren’t available on this site yet.',
    title: 'Setting up calendar OAuth credentials',
    steps: {
      project: 'In the Google Cloud console, create a project and enable the Google Calendar API.',
      consent:
        'Set up the OAuth consent screen with the scopes {scopes}. Publish it: while it is in testing, every connection ends after seven days.',
      client:
        'Create an OAuth client of the type “Web application”, with this authorised redirect URI:',
      settings: 'Start this site with the settings {names}.',
    },
    handbook: 'The operator’s handbook (docs/operations.md) lists every setting.',
  },
  wizard: {
    calendar: 'Google Calendar',
    calendarText: 'Shows your sessions and who is coming. You connect it right after the setup.',
  },
}
