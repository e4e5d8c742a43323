export const pricing = {
  title: 'Pricing',
  description: 'Free for up to 10 bookings a month. 14 days of everything first, without a card.',
  headline: 'Pay when your week is full',
  text: 'Every new account has {days} days of everything that is built. No card, no setup fees, cancel anytime.',
  backHome: 'Back to Home',
  signIn: 'Sign In',
  getStarted: 'Get Started',
  contactSales: 'Contact Sales',
  orRegister: 'Or create an account now',
  all: 'Compare everything in the plans',
  billing: {
    label: 'Billing',
    monthly: 'Monthly',
    yearly: 'Yearly',
    save: '{percent}% less',
  },
  perMonth: 'per month',
  forever: 'forever',
  monthlyNote: '{price} for 12 months when paid yearly',
  yearlyNote: '{price} for 12 months, you save {saving}',
  popular: 'Most Popular',
  planned: 'Planned',
  includes: 'What {plan} includes',
  plans: {
    free: { name: 'Free', text: 'To start, and for a small group.' },
    professional: { name: 'Professional', text: 'For a week that fills up.' },
    enterprise: { name: 'Enterprise', text: 'For several people and places.' },
  },
  lines: {
    bookingsLimited: 'Up to {n} bookings per month',
    classesLimited: 'Up to {n} new classes per month',
    bookingsUnlimited: 'Unlimited bookings',
    classesUnlimited: 'Unlimited classes',
    calendarBasic: 'Basic calendar sync: bookings are written to your calendar',
    emailNotifications: 'Email notifications',
    publicListings: 'Public class listings',
    mobilePage: 'Mobile responsive booking page',
    basicSupport: 'Basic support',
    calendarAdvanced: 'Advanced calendar integration: changes are followed, busy times read back',
    clientManagement: 'Client management',
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
    customIntegrations: 'Custom integrations by webhooks',
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
        'Without a plan you are on Free from then on. Nothing is charged, because no card was asked for. Your page, your classes and every booking stay as they are.',
    },
    counts: {
      question: 'Which bookings count towards the 10 a month?',
      answer:
        'Bookings that people make online and that still hold a spot. What is cancelled, rejected or expired does not count, and neither does what you add by hand. The month is the one of your time zone.',
    },
    limit: {
      question: 'What do my clients see when the month is full?',
      answer:
        'Never a dead end, and never the name of your plan: the button becomes “Ask for this spot” and leads to your message and phone. We tell you at 80% and at 100%.',
    },
    change: {
      question: 'Can I change or cancel at any time?',
      answer:
        'Yes. A change counts at once and is prorated to the day. There are no setup fees and no notice period.',
    },
    end: {
      question: 'What happens to bookings when my plan ends?',
      answer:
        'Nothing a client holds changes. Bundles that were sold are honoured, open payments finish, scheduled reminders still go out. Your data stays and can be exported; what only a paid plan has can be read, but not used further.',
    },
    yearly: {
      question: 'What does yearly billing cost?',
      answer:
        '12 months at {percent}% of the monthly price, paid once. Professional is {professional} a year, Enterprise {enterprise}.',
    },
    clients: {
      question: 'Do my clients need an account, or pay anything to you?',
      answer:
        'Neither. A name and one contact is enough to book, and the price of a class is between you and your client.',
    },
    planned: {
      question: 'What does “Planned” mean?',
      answer: 'It is not built yet, so it is not part of what you pay for.',
    },
  },
} as const
