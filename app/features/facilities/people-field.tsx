import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type MouseEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldsShown } from '#app/features/forms/use-form.ts'
import { Announced } from '#app/ui/announced.tsx'
import { iconButtonClasses } from '#app/ui/button-classes.ts'
import { TextField } from '#app/ui/text-field.tsx'

type PeopleFieldProps = { most: number; value: string; errors: FieldsShown }

/** A counter from one person to the most that a facility takes. Without a script, its buttons send the form. */
export function PeopleField({ most, value, errors }: PeopleFieldProps) {
  const t = useTranslations('facilities.select')
  const f = useTranslations('facilities')
  const [people, setPeople] = useState(Number(value) || 1)
  const [pressed, setPressed] = useState(people)
  const input = useRef<HTMLInputElement>(null)

  function count(event: MouseEvent, by: number) {
    event.preventDefault()
    const next = Math.min(most, Math.max(1, (Number(input.current?.value) || 1) + by))
    setPeople(next)
    setPressed(next)
    if (input.current) input.current.value = String(next)
  }

  return (
    <div className="flex flex-wrap items-end gap-2">
      <TextField
        ref={input}
        {...errors.field('people')}
        label={t('people')}
        description={t('peopleHint', { n: most })}
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        required
        defaultValue={value}
        onInput={(event) => setPeople(Number(event.currentTarget.value) || 1)}
        className="min-w-0 max-w-44 grow basis-24"
      />
      <button
        name="intent"
        value="fewer"
        formNoValidate
        aria-label={t('fewer')}
        disabled={people <= 1}
        onClick={(event) => count(event, -1)}
        className={iconButtonClasses}
      >
        <Minus aria-hidden="true" />
      </button>
      <button
        name="intent"
        value="more"
        formNoValidate
        aria-label={t('more')}
        disabled={people >= most}
        onClick={(event) => count(event, 1)}
        className={iconButtonClasses}
      >
        <Plus aria-hidden="true" />
      </button>
      <Announced text={f('people', { n: pressed })} />
    </div>
  )
}
