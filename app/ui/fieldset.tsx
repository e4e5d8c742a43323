import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field-error.tsx'
import { type FieldProps, useField } from './use-field.ts'

type FieldsetProps = Pick<FieldProps, 'id' | 'description' | 'errors' | 'note' | 'className'> & {
  legend: string
  disabled?: boolean | undefined
  children: ReactNode
}

/** A group of fields under one name. */
export function Fieldset(props: FieldsetProps) {
  const { legend, note, description, errors, id, className, disabled, children } = props
  const field = useField({ id, description, errors })

  return (
    <fieldset
      id={field.fieldId}
      disabled={disabled}
      aria-describedby={field.aria['aria-describedby']}
      className={cx('grid min-w-0 grid-cols-1 gap-3', className)}
    >
      <legend className="mb-1.5 font-medium">
        {legend}
        {note && <span className="ms-2 text-sm font-normal text-muted">{note}</span>}
      </legend>
      {description && (
        <p id={field.descriptionId} className="-mt-2 text-sm text-muted">
          {description}
        </p>
      )}
      {children}
      <FieldError id={field.errorId} errors={errors} />
    </fieldset>
  )
}
