import type { Language } from '#core/shared/languages.ts'

type Said = Readonly<Record<Language, string>>

/** An email that a vendor may choose not to get, as the settings name it. */
type News = { label: Said; note?: Said }

/** The emails that a vendor may choose not to get. A label ends the sentence “Email me about …”, “Schick mir eine E-Mail bei …”. */
const news = {
  booked: { label: { en: 'New bookings', de: 'neuen Buchungen', ru: 'клиент записался' } },
  requested: {
    label: { en: 'Requests', de: 'Anfragen', ru: 'клиент просит подтвердить запись' },
    note: {
      en: 'Requests expire if you do not answer. If you switch this email off, check your overview for them.',
      de: 'Anfragen verfallen, wenn du nicht antwortest. Ohne diese E-Mail siehst du sie nur in der Übersicht.',
      ru: 'Если не ответить, заявка истекает. Без этого письма вы увидите её только на главной странице кабинета.',
    },
  },
  cancelled: {
    label: {
      en: 'Cancellations by customers',
      de: 'Stornierungen von Kunden',
      ru: 'клиент отменил запись',
    },
  },
  moved: {
    label: {
      en: 'Bookings that customers move',
      de: 'Umbuchungen durch Kunden',
      ru: 'клиент перенёс запись',
    },
  },
} satisfies Record<string, News>

export type VendorNews = keyof typeof news

export const vendorNews: Readonly<Record<VendorNews, News>> = news

const isNews = (name: string): name is VendorNews => Object.hasOwn(vendorNews, name)
export const newsNames = Object.keys(vendorNews).filter(isNews)

/** A value for each of these emails. */
export function eachNews<Value>(valueOf: (news: VendorNews) => Value): Record<VendorNews, Value>
export function eachNews(valueOf: (news: VendorNews) => unknown) {
  return Object.fromEntries(newsNames.map((news) => [news, valueOf(news)]))
}

/** What a member connects that reads customers: a chat of a member, a calendar, the feed with names, a bot. */
export const connectionKinds = ['chat', 'calendar', 'feed', 'bot'] as const
export type ConnectionKind = (typeof connectionKinds)[number]
