import {
  type AnyFormAnswer,
  currencyField,
  formKeyField,
  textOf,
  versionField,
} from '#app/http/form-answer.ts'

/** Names what the page shows of the rows that the form changes: `versionOf`. What has changed since is asked about. */
export function ShownVersion({ version, answer }: { version: string; answer?: AnyFormAnswer }) {
  const sent = answer && textOf(answer.typed, versionField)
  return <input type="hidden" name={versionField} value={sent ?? version} autoComplete="off" />
}

/** The currency of the amounts as the page shows them; a form opened before a change of the currency is refused. */
export function ShownCurrency({ currency }: { currency: string }) {
  return <input type="hidden" name={currencyField} value={currency} />
}

/** With this key, sending the form twice creates one row. */
export function FormKey({ fresh, answer }: { fresh: string; answer: AnyFormAnswer }) {
  const sent = answer && textOf(answer.typed, formKeyField)
  return <input type="hidden" name={formKeyField} value={sent || fresh} />
}
