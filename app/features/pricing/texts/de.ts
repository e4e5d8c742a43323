export const pricing = {
  title: 'Preise',
  description: 'Kostenlos bis 10 Buchungen im Monat. Davor 14 Tage alles, ohne Karte.',
  headline: 'Zahle, wenn deine Woche voll ist',
  text: 'Jedes neue Konto hat {days} Tage lang alles, was es gibt. Keine Karte, keine Einrichtungsgebühr, jederzeit kündbar.',
  backHome: 'Zur Startseite',
  signIn: 'Anmelden',
  getStarted: 'Loslegen',
  contactSales: 'Kontakt aufnehmen',
  orRegister: 'Oder gleich ein Konto anlegen',
  all: 'Alles in den Tarifen vergleichen',
  billing: {
    label: 'Abrechnung',
    monthly: 'Monatlich',
    yearly: 'Jährlich',
    save: '{percent} % weniger',
  },
  perMonth: 'pro Monat',
  forever: 'für immer',
  monthlyNote: '{price} für 12 Monate bei jährlicher Zahlung',
  yearlyNote: '{price} für 12 Monate, du sparst {saving}',
  popular: 'Am beliebtesten',
  planned: 'Geplant',
  includes: 'Was {plan} enthält',
  plans: {
    free: { name: 'Free', text: 'Für den Anfang und eine kleine Gruppe.' },
    professional: { name: 'Professional', text: 'Für eine Woche, die sich füllt.' },
    enterprise: { name: 'Enterprise', text: 'Für mehrere Menschen und Orte.' },
  },
  lines: {
    bookingsLimited: 'Bis zu {n} Buchungen im Monat',
    classesLimited: 'Bis zu {n} neue Kurse im Monat',
    bookingsUnlimited: 'Unbegrenzte Buchungen',
    classesUnlimited: 'Unbegrenzte Kurse',
    calendarBasic: 'Einfacher Kalenderabgleich: Buchungen stehen in deinem Kalender',
    emailNotifications: 'Benachrichtigungen per E-Mail',
    publicListings: 'Öffentliche Kursliste',
    mobilePage: 'Buchungsseite fürs Handy',
    basicSupport: 'Hilfe per E-Mail',
    calendarAdvanced:
      'Erweiterter Kalenderabgleich: Änderungen folgen, belegte Zeiten werden gelesen',
    clientManagement: 'Kundenverwaltung',
    paymentProcessing: 'Zahlungsabwicklung',
    analytics: 'Auswertungen',
    customBranding: 'Eigenes Aussehen',
    bundles: 'Pakete aus mehreren Terminen',
    reminders: 'Automatische Erinnerungen',
    cancellationPolicies: 'Stornoregeln',
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
        'Ohne Tarif bist du danach in Free. Es wird nichts abgebucht, denn nach einer Karte hat niemand gefragt. Deine Seite, deine Kurse und alle Buchungen bleiben, wie sie sind.',
    },
    counts: {
      question: 'Welche Buchungen zählen zu den 10 im Monat?',
      answer:
        'Buchungen, die Menschen online machen und die noch einen Platz halten. Abgesagte, abgelehnte und verfallene zählen nicht, von Hand eingetragene auch nicht. Der Monat ist der deiner Zeitzone.',
    },
    limit: {
      question: 'Was sehen meine Kunden, wenn der Monat voll ist?',
      answer:
        'Nie eine Sackgasse und nie den Namen deines Tarifs: aus dem Knopf wird „Nach diesem Platz fragen“, mit deiner Nachricht und deinem Telefon. Dir sagen wir es bei 80 % und bei 100 %.',
    },
    change: {
      question: 'Kann ich jederzeit wechseln oder kündigen?',
      answer:
        'Ja. Ein Wechsel gilt sofort und wird auf den Tag genau verrechnet. Es gibt keine Einrichtungsgebühr und keine Kündigungsfrist.',
    },
    end: {
      question: 'Was wird aus Buchungen, wenn mein Tarif endet?',
      answer:
        'An dem, was Kunden haben, ändert sich nichts. Verkaufte Pakete gelten, offene Zahlungen laufen zu Ende, geplante Erinnerungen gehen hinaus. Deine Daten bleiben und lassen sich exportieren; was nur bezahlte Tarife haben, ist lesbar, aber nicht weiter nutzbar.',
    },
    yearly: {
      question: 'Was kostet die jährliche Zahlung?',
      answer:
        '12 Monate zu {percent} % des Monatspreises, einmal bezahlt. Professional kostet {professional} im Jahr, Enterprise {enterprise}.',
    },
    clients: {
      question: 'Brauchen meine Kunden ein Konto, oder zahlen sie euch etwas?',
      answer:
        'Weder noch. Ein Name und ein Kontakt genügen zum Buchen, und der Preis eines Kurses ist Sache zwischen dir und deinen Kunden.',
    },
    planned: {
      question: 'Was heißt „Geplant“?',
      answer: 'Es ist noch nicht gebaut und deshalb nicht Teil dessen, was du bezahlst.',
    },
  },
} as const
