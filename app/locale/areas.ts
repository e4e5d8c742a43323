// Written by npm run texts.
import { account } from '#app/features/accounts/texts/en.ts'
import { account as accountDe } from '#app/features/accounts/texts/de.ts'
import { account as accountRu } from '#app/features/accounts/texts/ru.ts'
import { admin } from '#app/features/admin/texts/en.ts'
import { admin as adminDe } from '#app/features/admin/texts/de.ts'
import { admin as adminRu } from '#app/features/admin/texts/ru.ts'
import { attendance } from '#app/features/attendance/texts/en.ts'
import { attendance as attendanceDe } from '#app/features/attendance/texts/de.ts'
import { attendance as attendanceRu } from '#app/features/attendance/texts/ru.ts'
import { booking } from '#app/features/booking/texts/en.ts'
import { booking as bookingDe } from '#app/features/booking/texts/de.ts'
import { booking as bookingRu } from '#app/features/booking/texts/ru.ts'
import { bundles } from '#app/features/bundles/texts/en.ts'
import { bundles as bundlesDe } from '#app/features/bundles/texts/de.ts'
import { bundles as bundlesRu } from '#app/features/bundles/texts/ru.ts'
import { calendar } from '#app/features/calendar/texts/en.ts'
import { calendar as calendarDe } from '#app/features/calendar/texts/de.ts'
import { calendar as calendarRu } from '#app/features/calendar/texts/ru.ts'
import { cards } from '#app/features/cards/texts/en.ts'
import { cards as cardsDe } from '#app/features/cards/texts/de.ts'
import { cards as cardsRu } from '#app/features/cards/texts/ru.ts'
import { contact } from '#app/features/contact/texts/en.ts'
import { contact as contactDe } from '#app/features/contact/texts/de.ts'
import { contact as contactRu } from '#app/features/contact/texts/ru.ts'
import { embed } from '#app/features/embed/texts/en.ts'
import { embed as embedDe } from '#app/features/embed/texts/de.ts'
import { embed as embedRu } from '#app/features/embed/texts/ru.ts'
import { example } from '#app/features/example/texts/en.ts'
import { example as exampleDe } from '#app/features/example/texts/de.ts'
import { example as exampleRu } from '#app/features/example/texts/ru.ts'
import { exportReadme } from '#app/features/export-readme/texts/en.ts'
import { exportReadme as exportReadmeDe } from '#app/features/export-readme/texts/de.ts'
import { exportReadme as exportReadmeRu } from '#app/features/export-readme/texts/ru.ts'
import { facilities } from '#app/features/facilities/texts/en.ts'
import { facilities as facilitiesDe } from '#app/features/facilities/texts/de.ts'
import { facilities as facilitiesRu } from '#app/features/facilities/texts/ru.ts'
import { facilityForm } from '#app/features/facility-form/texts/en.ts'
import { facilityForm as facilityFormDe } from '#app/features/facility-form/texts/de.ts'
import { facilityForm as facilityFormRu } from '#app/features/facility-form/texts/ru.ts'
import { found } from '#app/seo/texts/en.ts'
import { found as foundDe } from '#app/seo/texts/de.ts'
import { found as foundRu } from '#app/seo/texts/ru.ts'
import { googleCalendar } from '#app/features/google-calendar/texts/en.ts'
import { googleCalendar as googleCalendarDe } from '#app/features/google-calendar/texts/de.ts'
import { googleCalendar as googleCalendarRu } from '#app/features/google-calendar/texts/ru.ts'
import { home } from '#app/features/home/texts/en.ts'
import { home as homeDe } from '#app/features/home/texts/de.ts'
import { home as homeRu } from '#app/features/home/texts/ru.ts'
import { legal } from '#app/features/legal/texts/en.ts'
import { legal as legalDe } from '#app/features/legal/texts/de.ts'
import { legal as legalRu } from '#app/features/legal/texts/ru.ts'
import { overview } from '#app/features/overview/texts/en.ts'
import { overview as overviewDe } from '#app/features/overview/texts/de.ts'
import { overview as overviewRu } from '#app/features/overview/texts/ru.ts'
import { ownClasses } from '#app/features/own-classes/texts/en.ts'
import { ownClasses as ownClassesDe } from '#app/features/own-classes/texts/de.ts'
import { ownClasses as ownClassesRu } from '#app/features/own-classes/texts/ru.ts'
import { ownData } from '#app/features/own-data/texts/en.ts'
import { ownData as ownDataDe } from '#app/features/own-data/texts/de.ts'
import { ownData as ownDataRu } from '#app/features/own-data/texts/ru.ts'
import { pages } from '#app/features/classes/texts/en.ts'
import { pages as pagesDe } from '#app/features/classes/texts/de.ts'
import { pages as pagesRu } from '#app/features/classes/texts/ru.ts'
import { pictures } from '#app/features/pictures/texts/en.ts'
import { pictures as picturesDe } from '#app/features/pictures/texts/de.ts'
import { pictures as picturesRu } from '#app/features/pictures/texts/ru.ts'
import { pricing } from '#app/features/pricing/texts/en.ts'
import { pricing as pricingDe } from '#app/features/pricing/texts/de.ts'
import { pricing as pricingRu } from '#app/features/pricing/texts/ru.ts'
import { profile } from '#app/features/profile/texts/en.ts'
import { profile as profileDe } from '#app/features/profile/texts/de.ts'
import { profile as profileRu } from '#app/features/profile/texts/ru.ts'
import { receipt } from '#app/features/receipt/texts/en.ts'
import { receipt as receiptDe } from '#app/features/receipt/texts/de.ts'
import { receipt as receiptRu } from '#app/features/receipt/texts/ru.ts'
import { referrals } from '#app/features/referrals/texts/en.ts'
import { referrals as referralsDe } from '#app/features/referrals/texts/de.ts'
import { referrals as referralsRu } from '#app/features/referrals/texts/ru.ts'
import { security } from '#app/features/account-security/texts/en.ts'
import { security as securityDe } from '#app/features/account-security/texts/de.ts'
import { security as securityRu } from '#app/features/account-security/texts/ru.ts'
import { settings } from '#app/features/settings/texts/en.ts'
import { settings as settingsDe } from '#app/features/settings/texts/de.ts'
import { settings as settingsRu } from '#app/features/settings/texts/ru.ts'
import { shared } from '#app/features/site/texts/en.ts'
import { shared as sharedDe } from '#app/features/site/texts/de.ts'
import { shared as sharedRu } from '#app/features/site/texts/ru.ts'
import { subscription } from '#app/features/subscription/texts/en.ts'
import { subscription as subscriptionDe } from '#app/features/subscription/texts/de.ts'
import { subscription as subscriptionRu } from '#app/features/subscription/texts/ru.ts'
import { telegram } from '#app/features/telegram/texts/en.ts'
import { telegram as telegramDe } from '#app/features/telegram/texts/de.ts'
import { telegram as telegramRu } from '#app/features/telegram/texts/ru.ts'
import { trainer } from '#app/features/trainer/texts/en.ts'
import { trainer as trainerDe } from '#app/features/trainer/texts/de.ts'
import { trainer as trainerRu } from '#app/features/trainer/texts/ru.ts'
import { unsubscribe } from '#app/features/unsubscribe/texts/en.ts'
import { unsubscribe as unsubscribeDe } from '#app/features/unsubscribe/texts/de.ts'
import { unsubscribe as unsubscribeRu } from '#app/features/unsubscribe/texts/ru.ts'
import { vendorBookings } from '#app/features/vendor-bookings/texts/en.ts'
import { vendorBookings as vendorBookingsDe } from '#app/features/vendor-bookings/texts/de.ts'
import { vendorBookings as vendorBookingsRu } from '#app/features/vendor-bookings/texts/ru.ts'
import { vendorBundles } from '#app/features/vendor-bundles/texts/en.ts'
import { vendorBundles as vendorBundlesDe } from '#app/features/vendor-bundles/texts/de.ts'
import { vendorBundles as vendorBundlesRu } from '#app/features/vendor-bundles/texts/ru.ts'
import { vendorClasses } from '#app/features/class-form/texts/en.ts'
import { vendorClasses as vendorClassesDe } from '#app/features/class-form/texts/de.ts'
import { vendorClasses as vendorClassesRu } from '#app/features/class-form/texts/ru.ts'
import { workspace } from '#app/features/workspace/texts/en.ts'
import { workspace as workspaceDe } from '#app/features/workspace/texts/de.ts'
import { workspace as workspaceRu } from '#app/features/workspace/texts/ru.ts'

export const en = {
  account,
  admin,
  attendance,
  booking,
  bundles,
  calendar,
  cards,
  contact,
  embed,
  example,
  exportReadme,
  facilities,
  facilityForm,
  found,
  googleCalendar,
  home,
  legal,
  overview,
  ownClasses,
  ownData,
  pages,
  pictures,
  pricing,
  profile,
  receipt,
  referrals,
  security,
  settings,
  shared,
  subscription,
  telegram,
  trainer,
  unsubscribe,
  vendorBookings,
  vendorBundles,
  vendorClasses,
  workspace,
}

export const de = {
  account: accountDe,
  admin: adminDe,
  attendance: attendanceDe,
  booking: bookingDe,
  bundles: bundlesDe,
  calendar: calendarDe,
  cards: cardsDe,
  contact: contactDe,
  embed: embedDe,
  example: exampleDe,
  exportReadme: exportReadmeDe,
  facilities: facilitiesDe,
  facilityForm: facilityFormDe,
  found: foundDe,
  googleCalendar: googleCalendarDe,
  home: homeDe,
  legal: legalDe,
  overview: overviewDe,
  ownClasses: ownClassesDe,
  ownData: ownDataDe,
  pages: pagesDe,
  pictures: picturesDe,
  pricing: pricingDe,
  profile: profileDe,
  receipt: receiptDe,
  referrals: referralsDe,
  security: securityDe,
  settings: settingsDe,
  shared: sharedDe,
  subscription: subscriptionDe,
  telegram: telegramDe,
  trainer: trainerDe,
  unsubscribe: unsubscribeDe,
  vendorBookings: vendorBookingsDe,
  vendorBundles: vendorBundlesDe,
  vendorClasses: vendorClassesDe,
  workspace: workspaceDe,
}

export const ru = {
  account: accountRu,
  admin: adminRu,
  attendance: attendanceRu,
  booking: bookingRu,
  bundles: bundlesRu,
  calendar: calendarRu,
  cards: cardsRu,
  contact: contactRu,
  embed: embedRu,
  example: exampleRu,
  exportReadme: exportReadmeRu,
  facilities: facilitiesRu,
  facilityForm: facilityFormRu,
  found: foundRu,
  googleCalendar: googleCalendarRu,
  home: homeRu,
  legal: legalRu,
  overview: overviewRu,
  ownClasses: ownClassesRu,
  ownData: ownDataRu,
  pages: pagesRu,
  pictures: picturesRu,
  pricing: pricingRu,
  profile: profileRu,
  receipt: receiptRu,
  referrals: referralsRu,
  security: securityRu,
  settings: settingsRu,
  shared: sharedRu,
  subscription: subscriptionRu,
  telegram: telegramRu,
  trainer: trainerRu,
  unsubscribe: unsubscribeRu,
  vendorBookings: vendorBookingsRu,
  vendorBundles: vendorBundlesRu,
  vendorClasses: vendorClassesRu,
  workspace: workspaceRu,
}
