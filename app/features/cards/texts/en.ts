export const cards = {
  title: 'Card payments',
  offer:
    'Customers pay by card when they book, without an account. The money goes straight to your own Stripe account, and we take no commission.',
  notInPlan: 'To take card payments, you need the Professional plan.',
  notInPlanNow:
    'Your plan no longer includes card payments, so customers pay at your place again. What was paid by card can still be refunded.',
  plan: 'See your plan',
  ownerOnly: 'Only the owner can connect or disconnect the Stripe account.',
  steps: {
    create: 'Create a restricted key on <stripe>Stripe’s page for keys</stripe>.',
    permissions: 'Give it these permissions, and leave everything else at “None”:',
    paste: 'Copy the key and paste it here.',
  },
  permissions: {
    write: '{name}: Write',
    read: '{name}: Read',
  },
  newTab: '(opens in a new tab)',
  key: 'Restricted key',
  keyText: 'Begins with rk_. We store it encrypted and never show it again.',
  connect: 'Connect Stripe',
  connecting: 'Checking the key with Stripe…',
  saved: 'Card payments connected',
  savedText: 'For each class, you can now choose that customers pay by card.',
  failed: 'Connection failed',
  problems: {
    missing: 'Paste the key.',
    malformed: 'This isn’t a key from Stripe. A restricted key begins with rk_live_ or rk_test_.',
    publishable: 'This is a publishable key (pk_). Please create a restricted key (rk_).',
    secret:
      'This is your secret key (sk_), which can do anything with your account. Please don’t paste it anywhere. Create a restricted key (rk_) instead.',
    plan: 'To take card payments, you need the Professional plan.',
    wrong_key: 'Stripe doesn’t know this key. Please copy it again.',
    permission:
      '{count, plural, =0 {The key lacks a permission.} one {The key lacks the permission “{names}”.} other {The key lacks these permissions: {names}.}} Change the key at Stripe, then connect it again.',
    test_key:
      'This key is for test mode, where no money moves. Please use one that begins with rk_live_.',
    not_https:
      'A key for real money needs an address of this site that begins with https://. Please tell its operator.',
    inactive:
      'Stripe has not activated this account for payments yet. Please finish the setup at Stripe, then connect it again.',
    other_account:
      'This key belongs to another Stripe account. Payments on the connected one are still needed for refunds. If you want to change accounts, disconnect first.',
    unreachable: 'Stripe couldn’t be reached. Please try again.',
    rate_limited: 'Too many attempts. Please wait an hour.',
  },
  connected: 'Connected',
  testMode: 'Test mode',
  testModeText: 'No real money moves: customers pay with Stripe’s test cards.',
  refusedBadge: 'Not working',
  refused:
    'Since {when}, Stripe has refused the key. We’ll keep trying. If it was deleted at Stripe, please use another key.',
  brokenBadge: 'Connection lost',
  broken:
    'Stripe no longer accepts the key, so customers pay at your place. Refunds wait until you connect again.',
  notTaken:
    'Stripe doesn’t take payments for this account, so customers pay at your place. It says: “{problem}” Once that is settled at Stripe, connect again.',
  account: '{name} ({id})',
  since: 'Connected since {when}',
  news: {
    told: 'Stripe tells us about payments at once.',
    asked: 'We ask Stripe about payments every minute.',
  },
  classes: 'Choose which classes are paid by card',
  again: 'Connect again',
  other: 'Use another key',
  disconnect: 'Disconnect',
  question: {
    title: 'Disconnect card payments?',
    text: 'Customers will pay you in person from now on. Payments that are open right now are ended, and their spots become free.',
    ahead: 'Paid by card for what is still to come:',
    spots: '{sum} for {count, plural, one {# spot} other {# spots}}',
    bundles: '{sum} for {count, plural, one {# bundle} other {# bundles}}',
    stays: 'These bookings and payments stay as they are.',
    refunds: 'If you cancel one of them later, you give the money back on Stripe’s page yourself.',
    agree: 'Disconnect',
    keep: 'Stay connected',
    under_way: 'A payment or a refund is still under way. Please try again in a minute.',
    failed: 'Disconnect failed',
    failedText: 'Please try again.',
    done: 'Card payments disconnected',
    doneText: 'Customers pay at your place again. You can delete the key at Stripe now.',
  },
}
