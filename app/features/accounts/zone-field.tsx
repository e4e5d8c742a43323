import { useState } from 'react'
import { currentZone } from '#app/locale/zone-names.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import { useReaderZone } from '#app/ui/use-browser.ts'
import type { FieldProps } from '#app/ui/use-field.ts'

type ZoneFieldProps = FieldProps & {
  required: boolean
  placeholder: string
  zones: readonly { value: string; label: string }[]
  /** What was sent before, when the form comes back. */
  typed: string
}

/** A list of time zones that starts with the browser's own, which only a script can know. */
export function ZoneField({ zones, typed, ...field }: ZoneFieldProps) {
  const [chosen, setChosen] = useState(typed)
  const reader = useReaderZone()
  const own = reader && currentZone(reader)
  // A browser may know a zone that the server does not list.
  const listed = own === null || zones.some(({ value }) => value === own)
  const options = listed ? zones : [{ value: own, label: own }, ...zones]
  return (
    <SelectField
      {...field}
      options={options}
      value={chosen || (own ?? '')}
      onChange={({ target }) => setChosen(target.value)}
    />
  )
}
