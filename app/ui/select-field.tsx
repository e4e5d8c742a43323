import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { FieldFrame } from './field-frame.tsx'
import { type FieldProps, useField } from './use-field.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean | undefined }

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps | 'children' | 'multiple'> & {
    options: readonly SelectOption[]
    /** The first, empty choice: "Choose a day". */
    placeholder?: string | undefined
    /** What a chosen value is called that is not among the options; otherwise it is shown itself. */
    otherLabel?: string | undefined
  }

export function SelectField(props: SelectFieldProps) {
  const { label, note, description, errors, className, id, options, placeholder, ...others } = props
  const { otherLabel, ...select } = others
  const field = useField({ id, description, errors })
  const chosen = select.defaultValue
  const isOffered =
    chosen === undefined ||
    (chosen === '' && placeholder !== undefined) ||
    options.some(({ value }) => value === chosen)

  return (
    <FieldFrame {...{ field, label, note, description, errors, className }}>
      <span className="relative block">
        <select
          {...select}
          {...field.aria}
          id={field.fieldId}
          className={cx('control', 'appearance-none truncate pe-10')}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {/* Without it, the browser would choose and send the first option. */}
          {!isOffered && <option value={chosen}>{otherLabel ?? chosen}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-muted"
        />
      </span>
    </FieldFrame>
  )
}
