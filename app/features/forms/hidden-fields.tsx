import {
  type AnyFormAnswer,
  currencyField,
  formKeyField,
  textOf,
  versionField,
} from '#app/http/form-answer.ts'
import { useTypedVersion } from './use-typed-version.ts'

type ShownVersionProps = { version: string; answer: AnyFormAnswer }

/** Names what the page shows of the rows that the form changes: `versionOf`. What has changed since is asked about. */
export function ShownVersion({ version: shown, answer }: ShownVersionProps) {
  const { field, version } = useTypedVersion(shown)
  const sent = answer && textOf(answer.typed, versionField)
  return (
    <>
      {/* Without a script the browser fills in what was typed, if the first fields have the names that they had then. */}
      <input type="hidden" disabled name={`of ${shown}`} />
      <input
        ref={field}
        type="hidden"
        name={versionField}
        value={sent ?? version}
        autoComplete="off"
      />
    </>
  )
}

/** The same of a button, beside which nothing is typed. */
export function ButtonVersion({ version }: { version: string }) {
  return <input type="hidden" name={versionField} value={version} autoComplete="off" />
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
