import type { Language } from '#core/shared/languages.ts'
import type { MoneyOf } from '#core/shared/money.ts'
import { currencyField } from './form-answer.ts'

type Asked = {
  member: { vendor: { currency: string } }
  language: Language
  text: (name: string) => string
}

/** How the amounts of a form are read: in the currency that its page showed, which the command compares with today's. */
export function formMoney({ member, language, text }: Asked): MoneyOf {
  const shown = text(currencyField) || member.vendor.currency
  // XXX is no currency: to the command, what no page of ours showed is another one than today's.
  return { currency: /^[A-Z]{3}$/.test(shown) ? shown : 'XXX', language }
}
