import {
  type AnyFormAnswer,
  currencyField,
  formKeyField,
  type Shown,
  shownField,
  textOf,
} from '#app/http/form-answer.ts'

/** What an edit form shows, so that only what was changed is written. Nothing after a form that could not say it. */
export function ShownValues({ fields, answer }: { fields: Shown; answer: AnyFormAnswer }) {
  const shown = answer ? answer.shown : fields
  return shown && <input type="hidden" name={shownField} value={JSON.stringify(shown)} />
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
