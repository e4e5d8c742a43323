export const googleCalendar = {
  title: 'Google Calendar',
  notConfigured: 'Not configured',
  notConfiguredText:
    'Your sessions are not added to a Google calendar. The person who runs this site has to set it up first. <api>API Settings</api> say how.',
  offer: 'Sessions and attendees show up in Google Calendar and stay in sync.',
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
    'Google no longer lets us write your calendar, so new bookings and changes are missing there. Bookings themselves are not affected. Please connect again.',
  stoppedBadge: 'Stopped',
  stopped:
    'Stopped when the password of who connected it was reset: new bookings and changes are missing there. Bookings themselves are not affected. That person can let it continue.',
  security: 'Open Security',
  reconnect: 'Connect again',
  problems: {
    limited: 'Google asks us to wait. We will try again soon.',
    unreachable: 'Google is not available right now. We will keep trying.',
    misconfigured:
      'Google does not accept the settings of this site. The person who runs it can see why on the health page.',
    refused: 'Google did not accept one of your sessions. We will try again.',
  },
  check: 'Check now',
  checking: 'We are looking at your calendar.',
  disconnect: 'Disconnect',
  disconnected: 'Disconnected',
  disconnectedText:
    'Your sessions stay in your calendar as they are now. We no longer have access to it.',
  notRevoked:
    'We have deleted our access, but Google could not be told. Remove this site under “Third-party connections” in your Google account.',
  disconnectFailed: 'Disconnect failed',
  tryAgain: 'Please try again.',
  busy: {
    title: 'Busy times',
    text: 'Times when you are busy in these calendars are marked in your calendar here, and sessions that collide with them, too. We only keep when you are busy, not with what.',
    none: 'Your calendars are listed here in a moment.',
    primary: 'Main calendar',
    onlyMain:
      'You did not allow us to see the list of your calendars, so only the main one can be read. Connect again to change that.',
    closes: 'Close booking while I am busy',
    closesText:
      'Sessions at these times cannot be booked online. Courts and rooms stay open. Existing bookings stay, and you can still add bookings by hand.',
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
      'The calendar credentials of this site are missing. Please ask the person who runs it.',
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
    deniedText: 'You did not allow access at Google, so nothing was connected.',
    againText: 'Nothing was connected. Please start again in your settings.',
    missing: 'Missing authorization code or state parameter',
    failed: 'Failed to process Google Calendar authorization',
    back: 'Return to Settings',
    problems: {
      not_configured: 'The calendar credentials of this site are missing.',
      expired: 'This connection has expired or was started in another browser. Please try again.',
      scope:
        'On Google’s page, leave “See, add, change and delete events” ticked. Please try again.',
      refused: 'Google did not accept the request. Please try again.',
      unreachable: 'Google is not available right now. Please try again later.',
      rate_limited: 'Too many attempts. Please wait a few minutes and try again.',
      unexpected: 'Please try again.',
    },
  },
  api: {
    ready:
      'Calendar connections are set up on this site. Vendors connect their own calendar under <integrations>Integrations</integrations>; nobody has to enter credentials here.',
    text: 'Nothing to set up here. Calendar connections are not available on this site yet.',
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
    calendarText:
      'Your sessions and who is coming appear in it. You connect it right after the setup.',
  },
}
