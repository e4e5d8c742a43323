import { booking as deBooking } from './de/booking.ts'
import { bundles as deBundles } from './de/bundles.ts'
import { contact as deContact } from './de/contact.ts'
import { embed as deEmbed } from './de/embed.ts'
import { found as deFound } from './de/found.ts'
import { home as deHome } from './de/home.ts'
import { pricing as dePricing } from './de/pricing.ts'
import { legal as deLegal } from './de/legal.ts'
import { mail as deMail } from './de/mail.ts'
import { pages as dePages } from './de/pages.ts'
import { shared as deShared } from './de/shared.ts'
import { trainer as deTrainer } from './de/trainer.ts'
import { account } from './en/account.ts'
import { booking } from './en/booking.ts'
import { bundles } from './en/bundles.ts'
import { contact } from './en/contact.ts'
import { embed } from './en/embed.ts'
import { found } from './en/found.ts'
import { home } from './en/home.ts'
import { pricing } from './en/pricing.ts'
import { legal } from './en/legal.ts'
import { mail } from './en/mail.ts'
import { pages } from './en/pages.ts'
import { shared } from './en/shared.ts'
import { trainer } from './en/trainer.ts'
import { workspace } from './en/workspace.ts'
import { booking as ruBooking } from './ru/booking.ts'
import { bundles as ruBundles } from './ru/bundles.ts'
import { contact as ruContact } from './ru/contact.ts'
import { embed as ruEmbed } from './ru/embed.ts'
import { found as ruFound } from './ru/found.ts'
import { home as ruHome } from './ru/home.ts'
import { pricing as ruPricing } from './ru/pricing.ts'
import { legal as ruLegal } from './ru/legal.ts'
import { mail as ruMail } from './ru/mail.ts'
import { pages as ruPages } from './ru/pages.ts'
import { shared as ruShared } from './ru/shared.ts'
import { trainer as ruTrainer } from './ru/trainer.ts'

/** The same keys, other sentences. */
type Like<T> = { readonly [K in keyof T]: T[K] extends string ? string : Like<T[K]> }

const english = {
  shared,
  pages,
  booking,
  trainer,
  bundles,
  mail,
  embed,
  found,
  home,
  legal,
  pricing,
  contact,
  account,
  workspace,
}

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
    trainer: deTrainer,
    bundles: deBundles,
    mail: deMail,
    embed: deEmbed,
    found: deFound,
    home: deHome,
    legal: deLegal,
    pricing: dePricing,
    contact: deContact,
    account,
    workspace,
  },
  ru: {
    shared: ruShared,
    pages: ruPages,
    booking: ruBooking,
    trainer: ruTrainer,
    bundles: ruBundles,
    mail: ruMail,
    embed: ruEmbed,
    found: ruFound,
    home: ruHome,
    legal: ruLegal,
    pricing: ruPricing,
    contact: ruContact,
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
