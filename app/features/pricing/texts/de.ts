export const pricing = {
  title: 'Preise',
  description: 'Kostenlos anfangen, mit allen verfügbaren Funktionen für 14 Tage. Ohne Karte.',
  headline: 'Zahle, wenn deine Woche voll ist',
  text: 'Jedes neue Konto bekommt {days} Tage mit allen verfügbaren Funktionen. Keine Karte, keine Einrichtungsgebühr, jederzeit kündbar.',
  backHome: 'Zur Startseite',
  signIn: 'Anmelden',
  getStarted: 'Loslegen',
  contactSales: 'Kontakt aufnehmen',
  all: 'Alle Tarife vergleichen',
  billing: {
    label: 'Abrechnung',
    monthly: 'Monatlich',
    yearly: 'Jährlich',
    save: '{percent} % sparen',
  },
  perMonth: 'pro Monat',
  perYear: 'pro Jahr',
  forever: 'für immer',
  monthlyNote: '{price} pro Jahr, du sparst {saving}',
  yearlyNote: 'Du sparst {saving} im Jahr',
  popular: 'Am beliebtesten',
  own: { mark: 'Dein Tarif', see: 'Zu deinem Abo', change: 'Tarif wechseln' },
  untilBuilt: '{price}, bis es die zusätzlichen Funktionen gibt',
  planned: 'Geplant ({n})',
  plannedFor: 'Geplant für {plan}',
  includes: 'Was {plan} enthält',
  plans: {
    free: { name: 'Free', text: 'Für den Anfang.' },
    professional: { name: 'Professional', text: 'Wenn deine Woche voll ist.' },
    enterprise: {
      name: 'Enterprise',
      text: 'Für Teams mit mehreren Standorten.',
    },
  },
  lines: {
    bookingsLimited: 'Bis zu {n} Buchungen im Monat',
    classesLimited: 'Bis zu {n} neue Kurse im Monat',
    bookingsUnlimited: 'Unbegrenzte Buchungen',
    classesUnlimited: 'Unbegrenzte Kurse',
    calendarBasic: 'Einfacher Kalenderabgleich: Buchungen erscheinen in deinem Kalender',
    emailNotifications: 'Benachrichtigungen per E-Mail',
    publicListings: 'Öffentliche Kursliste',
    mobilePage: 'Buchungsseite fürs Handy',
    basicSupport: 'Hilfe bei Fragen',
    calendarAdvanced:
      'Erweiterter Kalenderabgleich: in beide Richtungen, mit deinen belegten Zeiten',
    clientManagement: 'Kundenverwaltung: eine Seite für jeden Kunden',
    paymentProcessing: 'Zahlungsabwicklung',
    analytics: 'Auswertungen',
    customBranding: 'Eigenes Aussehen',
    bundles: 'Pakete aus mehreren Terminen',
    reminders: 'Automatische Erinnerungen',
    cancellationPolicies: 'Regeln für Stornierungen',
    prioritySupport: 'Bevorzugte Hilfe per E-Mail',
    giftCards: 'Gutscheine',
    everythingInProfessional: 'Alles aus Professional',
    locations: 'Mehrere Standorte',
    team: 'Team mit Rollen',
    apiAccess: 'API-Zugang',
    prioritySupportAll: 'Bevorzugte Hilfe',
    customIntegrations: 'Eigene Anbindungen über Webhooks',
    advancedAnalytics: 'Erweiterte Auswertungen',
    whiteLabel: 'White-Label unter eigener Domain',
    accountManager: 'Feste Ansprechperson',
    phoneSupport: 'Hilfe am Telefon',
    customOnboarding: 'Begleitete Einrichtung',
  },
  faq: {
    title: 'Fragen',
    trial: {
      question: 'Was passiert nach den {days} Tagen?',
      answer:
        'Du wechselst zu Free, wenn du keinen anderen Tarif wählst. Es wird nichts abgebucht, denn wir haben nie nach einer Karte gefragt. Deine Seite, deine Kurse und deine Buchungen bleiben, wie sie sind.',
    },
    counts: {
      question: 'Welche Buchungen zählen zu den 10 im Monat?',
      answer:
        'Online-Buchungen, außer stornierten, abgelehnten und abgelaufenen. Ist die Grenze erreicht, steht auf dem Knopf deiner Seite zum Beispiel „Anna nach diesem Platz fragen“, und er führt zu deinen Kontaktdaten.',
    },
    change: {
      question: 'Kann ich jederzeit wechseln oder kündigen?',
      answer:
        'Ja. Unter „Abo“ kannst du um einen anderen Tarif bitten, zu einem kleineren wechseln oder kündigen. Nach einer Kündigung läuft der Tarif bis zum Ende der bezahlten Zeit. Es gibt keine Einrichtungsgebühr und keine Kündigungsfrist.',
    },
    end: {
      question: 'Was wird aus Buchungen, wenn mein Tarif endet?',
      answer:
        'Für deine Kunden ändert sich nichts, und verkaufte Pakete bleiben gültig. Wir bewahren deine Daten auf. Was nur bezahlte Tarife haben, kannst du dann nur noch ansehen.',
    },
    yearly: {
      question: 'Was kostet ein Tarif bei jährlicher Zahlung?',
      answer:
        'Professional kostet {professional} im Jahr, du sparst {professionalSaving}. Du zahlst das Jahr im Voraus.',
    },
    clients: {
      question: 'Brauchen meine Kunden ein Konto, oder zahlen sie euch etwas?',
      answer:
        'Nein. Zum Buchen genügen ein Name und eine Telefonnummer oder E-Mail-Adresse. Den Preis eines Kurses machst du mit deinen Kunden aus.',
    },
    planned: {
      question: 'Was heißt „Geplant“?',
      answer: 'Das gibt es noch nicht, und du zahlst auch nicht dafür.',
    },
  },
} as const
