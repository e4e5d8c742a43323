import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field-error.tsx'
import type { FieldProps, useField } from './use-field.ts'

type FieldFrameProps = Omit<FieldProps, 'name' | 'id'> & {
  field: ReturnType<typeof useField>
  children: ReactNode
}

/** Label, description, control and error, in the order in which they are read. */
export function FieldFrame(props: FieldFrameProps) {
  const { field, label, note, description, errors, className, children } = props

  return (
    <div className={cx('grid min-w-0 grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={field.fieldId} className="flex flex-wrap items-baseline gap-x-2 font-medium">
        {label}
        {note && <span className="text-sm font-normal text-muted">{note}</span>}
      </label>
      {description && (
        <p id={field.descriptionId} className="text-sm text-muted">
          {description}
        </p>
      )}
      {children}
      <FieldError id={field.errorId} errors={errors} />
    </div>
  )
}
