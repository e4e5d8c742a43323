import { account as deAccount } from '#app/features/accounts/texts/de.ts'
import { account } from '#app/features/accounts/texts/en.ts'
import { account as ruAccount } from '#app/features/accounts/texts/ru.ts'
import { attendance as deAttendance } from '#app/features/attendance/texts/de.ts'
import { attendance } from '#app/features/attendance/texts/en.ts'
import { attendance as ruAttendance } from '#app/features/attendance/texts/ru.ts'
import { booking as deBooking } from '#app/features/booking/texts/de.ts'
import { booking } from '#app/features/booking/texts/en.ts'
import { booking as ruBooking } from '#app/features/booking/texts/ru.ts'
import { bundles as deBundles } from '#app/features/bundles/texts/de.ts'
import { bundles } from '#app/features/bundles/texts/en.ts'
import { bundles as ruBundles } from '#app/features/bundles/texts/ru.ts'
import { calendar as deCalendar } from '#app/features/calendar/texts/de.ts'
import { calendar } from '#app/features/calendar/texts/en.ts'
import { calendar as ruCalendar } from '#app/features/calendar/texts/ru.ts'
import { exportReadme as deExportReadme } from '#app/features/export-readme/texts/de.ts'
import { exportReadme } from '#app/features/export-readme/texts/en.ts'
import { exportReadme as ruExportReadme } from '#app/features/export-readme/texts/ru.ts'
import { ownData as deOwnData } from '#app/features/own-data/texts/de.ts'
import { ownData } from '#app/features/own-data/texts/en.ts'
import { ownData as ruOwnData } from '#app/features/own-data/texts/ru.ts'
import { pages as dePages } from '#app/features/classes/texts/de.ts'
import { pages } from '#app/features/classes/texts/en.ts'
import { pages as ruPages } from '#app/features/classes/texts/ru.ts'
import { contact as deContact } from '#app/features/contact/texts/de.ts'
import { contact } from '#app/features/contact/texts/en.ts'
import { contact as ruContact } from '#app/features/contact/texts/ru.ts'
import { embed as deEmbed } from '#app/features/embed/texts/de.ts'
import { embed } from '#app/features/embed/texts/en.ts'
import { embed as ruEmbed } from '#app/features/embed/texts/ru.ts'
import { example as deExample } from '#app/features/example/texts/de.ts'
import { example } from '#app/features/example/texts/en.ts'
import { example as ruExample } from '#app/features/example/texts/ru.ts'
import { home as deHome } from '#app/features/home/texts/de.ts'
import { home } from '#app/features/home/texts/en.ts'
import { home as ruHome } from '#app/features/home/texts/ru.ts'
import { legal as deLegal } from '#app/features/legal/texts/de.ts'
import { legal } from '#app/features/legal/texts/en.ts'
import { legal as ruLegal } from '#app/features/legal/texts/ru.ts'
import { overview as deOverview } from '#app/features/overview/texts/de.ts'
import { overview } from '#app/features/overview/texts/en.ts'
import { overview as ruOverview } from '#app/features/overview/texts/ru.ts'
import { ownClasses as deOwnClasses } from '#app/features/own-classes/texts/de.ts'
import { ownClasses } from '#app/features/own-classes/texts/en.ts'
import { ownClasses as ruOwnClasses } from '#app/features/own-classes/texts/ru.ts'
import { pictures as dePictures } from '#app/features/pictures/texts/de.ts'
import { pictures } from '#app/features/pictures/texts/en.ts'
import { pictures as ruPictures } from '#app/features/pictures/texts/ru.ts'
import { pricing as dePricing } from '#app/features/pricing/texts/de.ts'
import { pricing } from '#app/features/pricing/texts/en.ts'
import { pricing as ruPricing } from '#app/features/pricing/texts/ru.ts'
import { profile as deProfile } from '#app/features/profile/texts/de.ts'
import { profile } from '#app/features/profile/texts/en.ts'
import { profile as ruProfile } from '#app/features/profile/texts/ru.ts'
import { security as deSecurity } from '#app/features/account-security/texts/de.ts'
import { security } from '#app/features/account-security/texts/en.ts'
import { security as ruSecurity } from '#app/features/account-security/texts/ru.ts'
import { settings as deSettings } from '#app/features/settings/texts/de.ts'
import { settings } from '#app/features/settings/texts/en.ts'
import { settings as ruSettings } from '#app/features/settings/texts/ru.ts'
import { shared as deShared } from '#app/features/site/texts/de.ts'
import { shared } from '#app/features/site/texts/en.ts'
import { shared as ruShared } from '#app/features/site/texts/ru.ts'
import { trainer as deTrainer } from '#app/features/trainer/texts/de.ts'
import { trainer } from '#app/features/trainer/texts/en.ts'
import { trainer as ruTrainer } from '#app/features/trainer/texts/ru.ts'
import { vendorBookings as deVendorBookings } from '#app/features/vendor-bookings/texts/de.ts'
import { vendorBookings } from '#app/features/vendor-bookings/texts/en.ts'
import { vendorBookings as ruVendorBookings } from '#app/features/vendor-bookings/texts/ru.ts'
import { workspace as deWorkspace } from '#app/features/workspace/texts/de.ts'
import { workspace } from '#app/features/workspace/texts/en.ts'
import { workspace as ruWorkspace } from '#app/features/workspace/texts/ru.ts'
import { found as deFound } from '#app/seo/texts/de.ts'
import { found } from '#app/seo/texts/en.ts'
import { found as ruFound } from '#app/seo/texts/ru.ts'
import type { Language, Translated } from '#core/shared/languages.ts'

const english = {
  shared,
  pages,
  booking,
  trainer,
  bundles,
  embed,
  example,
  found,
  home,
  legal,
  pricing,
  contact,
  account,
  workspace,
  pictures,
  profile,
  vendorBookings,
  settings,
  ownClasses,
  overview,
  calendar,
  security,
  attendance,
  exportReadme,
  ownData,
}

/** Every key there is; English names them. */
export type Texts = Translated<typeof english>
/** The error texts at fields, which every page has. */
export type ErrorCode = keyof typeof shared.errors

export type Area = keyof Texts

const catalogue: Record<Language, Texts> = {
  en: english,
  de: {
    shared: deShared,
    pages: dePages,
    booking: deBooking,
    trainer: deTrainer,
    bundles: deBundles,
    embed: deEmbed,
    example: deExample,
    found: deFound,
    home: deHome,
    legal: deLegal,
    pricing: dePricing,
    contact: deContact,
    account: deAccount,
    workspace: deWorkspace,
    pictures: dePictures,
    profile: deProfile,
    vendorBookings: deVendorBookings,
    settings: deSettings,
    ownClasses: deOwnClasses,
    overview: deOverview,
    calendar: deCalendar,
    security: deSecurity,
    attendance: deAttendance,
    exportReadme: deExportReadme,
    ownData: deOwnData,
  },
  ru: {
    shared: ruShared,
    pages: ruPages,
    booking: ruBooking,
    trainer: ruTrainer,
    bundles: ruBundles,
    embed: ruEmbed,
    example: ruExample,
    found: ruFound,
    home: ruHome,
    legal: ruLegal,
    pricing: ruPricing,
    contact: ruContact,
    account: ruAccount,
    workspace: ruWorkspace,
    pictures: ruPictures,
    profile: ruProfile,
    vendorBookings: ruVendorBookings,
    settings: ruSettings,
    ownClasses: ruOwnClasses,
    overview: ruOverview,
    calendar: ruCalendar,
    security: ruSecurity,
    attendance: ruAttendance,
    exportReadme: ruExportReadme,
    ownData: ruOwnData,
  },
}

/** The texts of some areas in a language, as the page needs them. */
export function textsOf(language: Language, areas: readonly Area[]): Partial<Texts> {
  const all = catalogue[language]
  return Object.fromEntries(areas.map((area) => [area, all[area]]))
}

/** Every text of a language, for where none is sent anywhere. */
export function allTexts(language: Language): Texts {
  return catalogue[language]
}
