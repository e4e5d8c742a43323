/** The page that a mail's "unsubscribe" leads to. */
export const unsubscribe = {
  title: 'Unsubscribe',
  undo: 'Undo',
  reminders: {
    ask: 'No more reminders from {business}?',
    askText:
      'You will get no more reminders of your sessions. Messages about your bookings still come: confirmations, changes and cancellations.',
    stop: 'Stop the reminders',
    stopped: 'Done: no more reminders from {business}',
    stoppedText:
      'Messages about your bookings still come: confirmations, changes and cancellations.',
    resumed: 'You get reminders from {business} again',
  },
  agenda: {
    ask: 'Switch off your day by email?',
    askText:
      'You will get no more emails with the sessions of {business} on the day. Messages about bookings still come.',
    stop: 'Switch it off',
    stopped: 'Done: your day by email is off',
    stoppedText: 'You can switch it on again here, or in your settings under Notifications.',
    resumed: 'Your day by email is on again',
  },
  wrong: 'This link doesn’t work',
  wrongText:
    'It is incomplete or too old. You can also change which reminders you get on the page of your booking, or as a trainer in your settings under Notifications.',
}
