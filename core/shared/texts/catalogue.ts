import { booking as deBooking } from './de/booking.ts'
import { home as deHome } from './de/home.ts'
import { legal as deLegal } from './de/legal.ts'
import { mail as deMail } from './de/mail.ts'
import { pages as dePages } from './de/pages.ts'
import { shared as deShared } from './de/shared.ts'
import { account } from './en/account.ts'
import { booking } from './en/booking.ts'
import { home } from './en/home.ts'
import { legal } from './en/legal.ts'
import { mail } from './en/mail.ts'
import { pages } from './en/pages.ts'
import { shared } from './en/shared.ts'
import { workspace } from './en/workspace.ts'
import { booking as ruBooking } from './ru/booking.ts'
import { home as ruHome } from './ru/home.ts'
import { legal as ruLegal } from './ru/legal.ts'
import { mail as ruMail } from './ru/mail.ts'
import { pages as ruPages } from './ru/pages.ts'
import { shared as ruShared } from './ru/shared.ts'

/** The same keys, other sentences. */
type Like<T> = { readonly [K in keyof T]: T[K] extends string ? string : Like<T[K]> }

const english = { shared, pages, booking, mail, home, legal, account, workspace }

/** Every key there is; English names them. */
export type Texts = Like<typeof english>
export type Area = keyof Texts
export type Language = 'en' | 'de' | 'ru'

const catalogue: Record<Language, Texts> = {
  en: english,
  // What only vendors and operators read is English so far.
  de: {
    shared: deShared,
    pages: dePages,
    booking: deBooking,
    mail: deMail,
    home: deHome,
    legal: deLegal,
    account,
    workspace,
  },
  ru: {
    shared: ruShared,
    pages: ruPages,
    booking: ruBooking,
    mail: ruMail,
    home: ruHome,
    legal: ruLegal,
    account,
    workspace,
  },
}

/** The texts of some areas in a language, as the page or the message needs them. */
export function textsOf(language: Language, areas: readonly Area[]): Partial<Texts> {
  const all = catalogue[language]
  return Object.fromEntries(areas.map((area) => [area, all[area]]))
}

/** Every text of a language, for where none is sent anywhere. */
export function allTexts(language: Language): Texts {
  return catalogue[language]
}
