import type { Auth } from '#core/integrations/better-auth.ts'
import type { GoogleCalendar } from '#core/integrations/google-calendar.ts'
import type { OpenId } from '#core/integrations/openid.ts'
import type { Limits } from '#core/integrations/rate-limits.ts'
import type { Stripe } from '#core/integrations/stripe.ts'
import type { Telegram } from '#core/integrations/telegram.ts'
import type { Db } from './db.ts'
import type { FileStore } from './file-store.ts'
import type { Logger } from './log.ts'
import type { SecretKeys } from './signing.ts'

export type OperatorLogo = { path: string; type: string; bytes: Uint8Array }
/** Markdown: headings, lists, paragraphs and links. */
export type LegalText = { text: string; changedAt: Date }

/** What the installation decides. */
export type Settings = {
  plans: boolean
  signUp: 'open' | 'invite' | 'closed'
  /** the username whose page is `/` */
  home: string | null
  /** the username whose page the landing page leads to */
  showcase: string | null
  operatorName: string
  operatorEmail: string | null
  /** the address that all mails come from */
  senderEmail: string
  /** what the law wants to know of the operator, in lines; shown as the legal notice */
  operatorAddress: string | null
  /** in place of the product's symbol, on the operator's own pages and in its mails */
  operatorLogo: OperatorLogo | null
  /** the operator's own texts; null: those of the product */
  legalTexts: { terms: LegalText | null; privacy: LegalText | null }
  bookingRateLimit: boolean
  /** whether browsers use https for all hosts of the domain, not only for this one */
  hstsSubdomains: boolean
  /** where pictures are kept; the operator's console says it */
  pictures: 'disk' | 'bucket'
  /** whether mails to customers are counted, and new vendors write in neutral words */
  mailBudgets: boolean
}

/** Built once per process by server/deps.ts, handed to every command. */
export type Deps = {
  db: Db
  /** a separate small pool for public queries that may be slow */
  searches: Db
  log: Logger
  /** public address without a slash at its end */
  origin: string
  secretKeys: SecretKeys
  settings: Settings
  auth: Auth
  /** providers that people can sign in with; null: not configured */
  openId: { google: OpenId | null }
  /** the calendars of vendors; null: not configured */
  googleCalendar: GoogleCalendar | null
  /** for vendors who take cards */
  stripe: Stripe
  telegram: {
    api: Telegram
    /** the installation's bot; null: none is configured. `loginSecret`: of “Log in with Telegram”, if it has that */
    bot: { id: number; token: string; loginSecret: string | null } | null
    /** “Log in with Telegram” at one bot */
    login: (client: { botId: number; secret: string }) => OpenId
  }
  limits: Limits
  /** the files of pictures */
  files: FileStore
}
