import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldError } from './field-error.tsx'
import { type FieldProps, useField } from './use-field.ts'

type CheckboxFieldProps = Omit<FieldProps, 'label' | 'note'> &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> & {
    /** May hold links, as in "I accept the terms". */
    label: ReactNode
  }

export function CheckboxField(props: CheckboxFieldProps) {
  const { label, description, errors, className, id, ...input } = props
  const field = useField({ id, description, errors })

  return (
    <div className={cx('grid min-w-0 gap-1', className)}>
      <label htmlFor={field.fieldId} className="flex min-h-11 items-start gap-3 py-2.5">
        <input
          {...input}
          {...field.aria}
          type="checkbox"
          id={field.fieldId}
          className="mt-0.5 size-5 shrink-0 aria-invalid:outline-2 aria-invalid:outline-bad"
        />
        <span className="min-w-0">
          {label}
          {description && (
            <span id={field.descriptionId} className="block text-sm text-muted">
              {description}
            </span>
          )}
        </span>
      </label>
      <FieldError id={field.errorId} errors={errors} />
    </div>
  )
}
