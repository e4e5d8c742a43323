import type { Language } from '#core/shared/languages.ts'
import type { MoneyOf } from '#core/shared/money.ts'
import { currencyField } from './form-answer.ts'

type Asked = {
  member: { vendor: { currency: string } }
  language: Language
  text: (name: string) => string
}

/** How the amounts of a form are read: in the currency that its page showed, which the command compares with today's. */
export const formMoney = ({ member, language, text }: Asked): MoneyOf => ({
  currency: text(currencyField) || member.vendor.currency,
  language,
})
