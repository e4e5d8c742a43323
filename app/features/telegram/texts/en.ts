export const telegram = {
  advanced: 'Advanced: the bot your customers use',
  customers: 'Which bot your customers use',
  connected: 'Connected',
  problem: 'Not working',
  stoppedBadge: 'Stopped',
  stoppedBot:
    'Your bot, {bot}, was stopped when the password of the person who connected it was reset. It sends nothing, and customers can’t log in with it. That person can let it continue.',
  security: 'Open “Password and devices”',
  siteBot: 'Your customers use this site’s bot, @{bot}. You can also connect your own.',
  ownBot: 'Your customers use your bot, @{bot}.',
  none: 'Telegram integration not configured',
  noneText:
    'Customers can’t book with Telegram yet. Connect your own bot below, or ask the operator of this site to set one up.',
  health: {
    site: 'Something is wrong with this site’s bot. The operator can see what.',
    fine: 'Telegram accepts the bot. Last checked: {when}.',
    waiting: 'We are checking the bot with Telegram.',
    unauthorized:
      'Telegram no longer accepts the token. Messages go by email until you enter the new token from @BotFather.',
    unreachable: 'We couldn’t reach Telegram. We’ll try again in a few minutes.',
    conflict:
      'Another program reads the messages to this bot, so buttons and links in chats don’t work. Stop that program.',
    webhook: 'Telegram can’t deliver messages to the bot. Messages to your customers still go out.',
    login:
      'Telegram doesn’t accept the bot’s login, so customers log in through the chat. Check the client secret and the allowed addresses.',
  },
  form: {
    open: 'Connect your own bot',
    change: 'Change the bot',
    token: 'Token',
    tokenText: 'From @BotFather in Telegram: send /newbot, or /token for one you already have.',
    tokenKept: 'Stored encrypted. Leave it empty to keep it.',
    login: 'How customers log in',
    link: 'By a link to the bot',
    linkText: 'Nothing else to set up.',
    openid: 'Log in with Telegram',
    openidText:
      'Saves a tap. Needs the client secret from @BotFather (Bot Settings, Login Widget).',
    secret: 'Client secret',
    secretKept: 'Stored encrypted. Leave it empty to keep it.',
    address: 'Address to allow at @BotFather: {address}',
    save: 'Connect',
    saveChanges: 'Save',
    saved: 'Saved',
    savedText: '@{bot} is connected.',
    disconnect: 'Disconnect',
    disconnectText:
      'Messages will then go by email to customers who gave an address. If you connect the same bot again, they go to its chats again.',
    disconnected: 'Disconnected',
    disconnectedText:
      'Your bot is no longer used. Messages now go by email to customers who gave an address.',
    failed: 'Save failed',
    failedText: 'Failed to save Telegram bot settings',
    problems: {
      token_missing: 'Enter the token of your bot.',
      token_refused: 'Telegram doesn’t know this token. Copy it again from @BotFather.',
      secret_missing: 'Enter the client secret.',
      bot_taken: 'This bot belongs to someone else on this site.',
      unreachable: 'Telegram couldn’t be reached. Please try again.',
      rate_limited: 'Too many attempts. Please wait an hour.',
    },
  },
  own: {
    title: 'Your messages on Telegram',
    text: 'Get new bookings, requests with Confirm and Reject buttons, and the day’s sessions on Telegram instead of by email.',
    stoppedText:
      'Your messages on Telegram were stopped when your password was reset. They go by email until you say that the chat is still yours.',
    connect: 'Connect my Telegram',
    chat: 'Your messages go to {name} on Telegram.',
    blocked: 'The bot can no longer write to you, so your messages go by email.',
    stop: 'Switch back to email',
    stopped: 'Your messages go by email again',
    again: 'Connect again',
    opened: 'Press Start in Telegram. This page then shows that you’re connected.',
    waiting: 'Waiting for you to press Start in Telegram…',
    noBot: 'There’s no bot to write to you yet. Connect one below.',
  },
}
