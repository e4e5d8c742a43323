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
          <label
            key={option.value}
            className={cx(
              'flex min-h-13 items-start gap-3 rounded-control border bg-raised px-4 py-3 transition-colors',
              'hover:border-ink has-checked:border-accent has-checked:bg-accent-soft',
              'has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-disabled:pointer-events-none',
              'has-disabled:border-line has-disabled:bg-sunken has-disabled:text-muted',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              wrong ? 'border-bad' : 'border-control',
            )}
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === defaultValue}
              disabled={option.disabled}
              required={required}
              onChange={() => onSelect?.(option.value)}
              className="mt-0.5 size-5 shrink-0 outline-none"
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-4 gap-y-1">
              <span className="min-w-0">
                <span className="block font-medium">{option.title}</span>
                {option.text && <span className="block text-sm text-muted">{option.text}</span>}
              </span>
              {option.aside && <span className="shrink-0">{option.aside}</span>}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
