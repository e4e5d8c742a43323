export const pricing = {
  title: 'Pricing',
  description: 'Free to start, with 14 days of every available feature. No card needed.',
  headline: 'Pay when your week is full',
  text: 'Every new account gets {days} days with every available feature. No card, no setup fees, cancel anytime.',
  backHome: 'Back to Home',
  signIn: 'Sign In',
  getStarted: 'Get Started',
  contactSales: 'Contact Sales',
  all: 'Compare all plans',
  billing: {
    label: 'Billing',
    monthly: 'Monthly',
    yearly: 'Yearly',
    save: 'Save {percent}%',
  },
  perMonth: 'per month',
  perYear: 'per year',
  forever: 'forever',
  monthlyNote: '{price} a year, you save {saving}',
  yearlyNote: 'You save {saving} a year',
  popular: 'Most Popular',
  untilBuilt: '{price} until its extra features are built',
  planned: 'Planned ({n})',
  plannedFor: 'Planned for {plan}',
  includes: 'What {plan} includes',
  plans: {
    free: { name: 'Free', text: 'For getting started.' },
    professional: { name: 'Professional', text: 'For when your week is full.' },
    enterprise: {
      name: 'Enterprise',
      text: 'For teams with several locations.',
    },
  },
  lines: {
    bookingsLimited: 'Up to {n} bookings per month',
    classesLimited: 'Up to {n} new classes per month',
    bookingsUnlimited: 'Unlimited bookings',
    classesUnlimited: 'Unlimited classes',
    calendarBasic: 'Basic calendar sync: bookings appear in your calendar',
    emailNotifications: 'Email notifications',
    publicListings: 'Public class listings',
    mobilePage: 'Mobile responsive booking page',
    basicSupport: 'Basic support',
    calendarAdvanced: 'Advanced calendar integration: two-way sync with your busy times',
    clientManagement: 'Client management: a page for each client',
    paymentProcessing: 'Payment processing',
    analytics: 'Analytics dashboard',
    customBranding: 'Custom branding',
    bundles: 'Session packages and bundles',
    reminders: 'Automated reminders',
    cancellationPolicies: 'Cancellation policies',
    prioritySupport: 'Priority email support',
    giftCards: 'Gift cards',
    everythingInProfessional: 'Everything in Professional',
    locations: 'Multi-location support',
    team: 'Team management with roles',
    apiAccess: 'API access',
    prioritySupportAll: 'Priority support',
    customIntegrations: 'Custom integrations through webhooks',
    advancedAnalytics: 'Advanced analytics',
    whiteLabel: 'White-label on your own domain',
    accountManager: 'Dedicated account manager',
    phoneSupport: 'Phone support',
    customOnboarding: 'Custom onboarding',
  },
  faq: {
    title: 'Questions',
    trial: {
      question: 'What happens after the {days} days?',
      answer:
        'You move to Free unless you choose another plan. Nothing is charged, because we never asked for a card. Your page, your classes and your bookings stay as they are.',
    },
    counts: {
      question: 'Which bookings count towards the 10 a month?',
      answer:
        'Online bookings, except those that were cancelled, rejected or expired. Once you reach the limit, the button on your page will say, for example, “Ask Anna for this spot” and lead to your contact details.',
    },
    change: {
      question: 'Can I change or cancel at any time?',
      answer:
        'Yes. Under “Subscription”, you can ask for another plan, switch to a smaller one or cancel. If you cancel, your plan runs until the end of the time you’ve paid for. There are no setup fees and no notice period.',
    },
    end: {
      question: 'What happens to bookings when my plan ends?',
      answer:
        'Nothing changes for your customers, and bundles already sold stay valid. We keep your data. Anything that needs a paid plan becomes read-only.',
    },
    yearly: {
      question: 'What does yearly billing cost?',
      answer:
        'Professional is {professional} a year and saves you {professionalSaving}. You pay for the year in advance.',
    },
    clients: {
      question: 'Do my customers need an account, or pay you anything?',
      answer:
        'No. A name and a phone number or email address are enough to book. The price of a class is between you and your customer.',
    },
    planned: {
      question: 'What does “Planned” mean?',
      answer: 'It isn’t built yet, so you don’t pay for it.',
    },
  },
} as const
