export const bundles = {
  tabs: { label: 'Was möchtest du buchen?', single: 'Einzeltermin', bundle: 'Paket' },
  loading: 'Pakete werden geladen …',
  none: 'Keine Pakete verfügbar',
  noneText: 'Du kannst einzelne Termine dieses Kurses buchen.',
  gone: 'Dieses Paket wird nicht mehr verkauft.',
  sessions: '{n, plural, one {# Termin} other {# Termine}}',
  off: '{percent} % günstiger',
  each: '{price} pro Termin',
  full: 'Voller Preis {price}',
  save: 'Du sparst {price}',
  valid: {
    purchase: '{n, plural, one {# Tag} other {# Tage}} gültig ab heute',
    first_session: '{n, plural, one {# Tag} other {# Tage}} gültig ab dem ersten Termin',
  },
  paid: {
    studio: 'Du bezahlst im Studio',
    card: 'Du bezahlst online mit Karte',
    choice: 'Du bezahlst online mit Karte oder im Studio',
  },
  book: 'Paket buchen',
  bookOf: 'Paket buchen: {name}',
  back: 'Alle Pakete',
  missing: {
    title: 'Es fehlt noch etwas',
    text: 'Bitte fülle alle Pflichtfelder aus und wähle einen Termin.',
  },
  first: {
    legend: 'Wähle den ersten Termin',
    hint: 'Die anderen folgen an den nächsten Tagen dieses Kurses. Du siehst jedes Datum und kannst es ändern, bevor du buchst.',
    button: 'Meine Termine zeigen',
    pending: 'Termine werden gesucht …',
    other: 'Anderen ersten Termin wählen',
  },
  plan: {
    tooFew: 'Für dieses Paket gibt es nicht genug Termine',
    tooFewText:
      'Es hat {total} Termine, und bis zu seinem Ende {n, plural, =0 {ist kein freier Termin} one {ist nur # freier Termin} other {sind nur # freie Termine}} übrig.',
    title: 'Deine Termine',
    free: '{n, plural, one {# Platz frei} other {# Plätze frei}}',
    few: 'Nur noch {n, plural, one {# Platz} other {# Plätze}} frei',
    taken: 'Ausgebucht',
    instead: 'statt eines vollen Termins',
    fewTitle: 'Einige Termine sind fast voll',
    fewText: 'Buche jetzt, um sie zu reservieren.',
    conflictTitle:
      '{n, plural, one {Ein Termin dieser Reihe ist ausgebucht} other {# Termine dieser Reihe sind ausgebucht}}',
    conflictText: 'Was möchtest du tun?',
    auto: 'Freie Termine automatisch wählen',
    choose: 'Andere Termine wählen',
    cancel: 'Abbrechen',
    autoDone: 'Wir haben volle Termine durch die nächsten freien ersetzt.',
    noneFree: 'Für dieses Paket gibt es im Moment keinen freien Termin.',
    legend: 'Wähle bis zu {n, plural, one {# Termin} other {# Termine}}',
    firstOf:
      'Hier stehen nur die ersten {n} von {total} Terminen. Spätere kannst du auf deiner Buchungsseite buchen.',
    counted: '{n} von {total} gewählt',
    keepRest: 'Wenn ich weniger Termine wähle, den Rest für später behalten',
    keepRestText: 'Er bleibt in deinem Paket. Du kannst ihn auf deiner Buchungsseite buchen.',
    rest: '{n, plural, one {# Termin bleibt} other {# Termine bleiben}} in deinem Paket',
    restText:
      'Du kannst {n, plural, one {ihn} other {sie}} bis {date} auf deiner Buchungsseite buchen.',
    until: 'Das Paket gilt bis {date}.',
    short: 'Das Paket endet, bevor diese wöchentliche Reihe zu Ende ist',
    shortText: 'Es gilt bis {date}. Spätere Termine gehören nicht dazu.',
    confirm: 'Paket buchen · {n, plural, one {# Termin} other {# Termine}}',
    confirmChosen: 'Paket buchen · ausgewählte Termine',
    pending: 'Wird gebucht …',
    manual:
      'Das ist eine Anfrage: {name} bestätigt jeden Termin. Bis dahin werden deine Plätze für dich freigehalten.',
    request: 'Paket anfragen · {n, plural, one {# Termin} other {# Termine}}',
    requestChosen: 'Paket anfragen · ausgewählte Termine',
    sending: 'Wird gesendet …',
  },
  failed: {
    too_few_dates:
      'Für dieses Paket gibt es nicht genug freie Termine. Bitte buche einzelne Termine.',
    title: 'Buchung fehlgeschlagen',
    error: 'Das Paket konnte nicht gebucht werden. Bitte versuche es noch einmal.',
    taken:
      '{n, plural, one {{when} ist jetzt ausgebucht.} other {Diese Termine sind jetzt ausgebucht: {when}.}} Es ist noch nichts gebucht, und deine Eingaben sind noch da.',
    not_found: 'Dieses Paket kann nicht mehr gebucht werden.',
    session_cancelled: 'Einer dieser Termine wurde abgesagt. Bitte wähle andere Termine.',
    session_past: 'Einer dieser Termine hat schon begonnen. Bitte wähle andere Termine.',
    registration_closed:
      'Die Anmeldung für einen dieser Termine ist geschlossen. Bitte wähle andere Termine.',
    not_open_yet: 'Einer dieser Termine kann noch nicht gebucht werden. Bitte wähle andere.',
    too_many_spots: 'So viele Plätze kann man nicht auf einmal buchen.',
    contact_limit:
      'Das geht online nicht. Vielleicht hast du schon so viele Plätze, wie eine Person hier buchen kann. Storniere einen, wähle weniger Termine oder melde dich beim Trainer.',
    session_full: 'Einer dieser Termine ist inzwischen ausgebucht. Bitte wähle andere Termine.',
    ask_vendor:
      'Dieses Paket kann gerade nicht online gebucht werden, und es ist nichts gebucht. Bitte frag direkt danach.',
    cards_off:
      'Die Kartenzahlung ist gerade nicht möglich. Es wurde nichts gebucht und nichts abgebucht. Bitte versuche es später noch einmal oder frag direkt nach dem Paket.',
    idempotency_conflict:
      'Du hast dieses Paket schon gebucht. Sieh dir deine erste Buchung an, bevor du noch einmal buchst.',
    rate_limited:
      'Zu viele Buchungen aus diesem Netz. Bitte warte ein paar Minuten und versuche es noch einmal.',
    busy: 'Gerade buchen sehr viele. Bitte drücke noch einmal auf den Knopf.',
    after_expiry:
      'Einer dieser Termine liegt nach dem Ende des Pakets. Bitte wähle einen früheren.',
    too_many_sessions: 'Du hast mehr Termine gewählt, als das Paket hat. Bitte wähle weniger.',
    session_changed:
      'Zeit oder Ort eines dieser Termine haben sich gerade geändert. Bitte sieh dir die Termine an und drücke noch einmal auf den Knopf.',
    price_changed:
      'Preis oder Bedingungen dieses Pakets haben sich gerade geändert. Bitte sieh sie dir an und drücke noch einmal auf den Knopf.',
    rest_not_confirmed:
      'Du hast weniger Termine gewählt, als das Paket hat. Wähle mehr, oder kreuze an, dass du den Rest für später behältst.',
  },
  again: {
    see: 'Erste Buchung ansehen',
    button: 'Paket noch einmal buchen',
  },
  done: {
    title: '🎉 Paket gebucht!',
    text: '{n, plural, one {# Termin} other {# Termine}}{percent, plural, =0 {} other {, # % günstiger}}. Alle Termine stehen unten.',
    textChat:
      '{n, plural, one {# Termin} other {# Termine}}{percent, plural, =0 {} other {, # % günstiger}}. Gleich bekommst du eine Bestätigung auf Telegram.',
    textMail:
      '{n, plural, one {# Termin} other {# Termine}}{percent, plural, =0 {} other {, # % günstiger}}. Gleich bekommst du eine Bestätigung per E-Mail.',
  },
  pass: {
    title: 'Dein Paket',
    left: 'Noch {n} von {total, plural, one {# Termin} other {# Terminen}}',
    until: 'Gültig bis {date}',
    waiting: 'Deine Termine warten auf Bestätigung.',
    allBooked: 'Alle {total} Termine sind gebucht.',
    expired: '{n, plural, one {# Termin} other {# Termine}} verfallen',
    noneLeft: 'Es ist kein Termin mehr übrig.',
    unpaid: 'Es gehört dir, sobald es bezahlt ist.',
    notConfirmed: 'Es wurde nicht bestätigt. Nichts ist gebucht, und du musst nichts bezahlen.',
    toPay: 'Noch zu bezahlen: {price}.',
    owedBack: 'Du bekommst {price} zurück.',
    ended: 'Es endete am {date}.',
    price: '{n, plural, one {# Termin} other {# Termine}} für {price} (je {each})',
    paid: 'bezahlt',
    inBundle: 'In deinem Paket',
    redeem: 'Übrigen Termin buchen',
    redeemTitle: 'Übrigen Termin buchen',
    choose: 'Wähle einen Termin',
    button: 'Diesen Termin buchen',
    pending: 'Wird gebucht …',
    none: 'Vor dem Ende deines Pakets gibt es keinen freien Termin.',
    done: 'Termin gebucht',
    doneText: 'Er wurde von deinem Paket abgezogen.',
    cancelFree: 'Stornieren ist jetzt kostenlos: Der Termin wird deinem Paket gutgeschrieben.',
    cancelFreeText: 'Du kannst dafür bis {date} einen anderen buchen.',
    cancelPaidBack: 'Stornieren ist jetzt kostenlos, und der Termin wird erstattet.',
    cancelPaidBackText:
      'Der Kurs wird nicht mehr angeboten, deshalb musst du den Termin nicht bezahlen. Was du schon bezahlt hast, bekommst du zurück.',
    cancelEndedText:
      'Der Termin wurde auf einen Tag nach dem Ende deines Pakets verschoben. Wenn du ihn stornierst, verlängern wir das Paket, damit du einen anderen buchen kannst.',
    cancelLate:
      'Es sind weniger als {hours, plural, one {# Stunde} other {# Stunden}} bis zum Beginn: Das ist eine späte Stornierung, und der Termin wird deinem Paket nicht gutgeschrieben.',
    cancelLateText: 'Stornierte Plätze werden auf jeden Fall frei.',
    cancelMixed:
      'Termine, die in weniger als {hours, plural, one {# Stunde} other {# Stunden}} beginnen, werden deinem Paket nicht gutgeschrieben. Die anderen schon.',
    cancelled:
      '{n, plural, one {Der Termin wurde} other {# Termine wurden}} deinem Paket gutgeschrieben.',
    cancelledLate:
      '{n, plural, one {# Termin wurde} other {# Termine wurden}} zu spät storniert und {n, plural, one {wird} other {werden}} deinem Paket nicht gutgeschrieben.',
    noCredit: 'In deinem Paket ist kein Termin mehr übrig.',
  },
} as const
