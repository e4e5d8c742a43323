import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Fieldset } from './fieldset.tsx'
import type { FieldProps } from './use-field.ts'

export type RadioCard = {
  value: string
  title: ReactNode
  text?: ReactNode
  /** At the far end: a price, places left. */
  aside?: ReactNode
  disabled?: boolean | undefined
}

type RadioCardsProps = Omit<FieldProps, 'label'> & {
  legend: string
  options: readonly RadioCard[]
  defaultValue?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
  columns?: 1 | 2 | 3 | undefined
  onSelect?: ((value: string) => void) | undefined
}

const grids = {
  1: 'grid-cols-1',
  2: 'grid-cols-1 sm:grid-cols-2',
  3: 'grid-cols-1 sm:grid-cols-3',
} as const

/** One choice of a few, each with room for a sentence; plain radio buttons underneath. */
export function RadioCards(props: RadioCardsProps) {
  const { name, options, defaultValue, required, columns = 1, onSelect, ...fieldset } = props
  const wrong = fieldset.errors !== undefined && fieldset.errors.length > 0

  return (
    <Fieldset {...fieldset}>
      <div className={cx('grid gap-2', grids[columns])}>
        {options.map((option) => (
          <label key={option.value} className="choice" data-wrong={wrong || undefined}>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              disabled={option.disabled}
              required={required}
              onChange={() => onSelect?.(option.value)}
            />
            <span>
              <span className="min-w-0">
                <span className="block font-medium">{option.title}</span>
                {option.text && <span className="block text-sm text-muted">{option.text}</span>}
              </span>
              {option.aside && <span>{option.aside}</span>}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
