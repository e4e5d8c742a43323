import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes.ts'
import { cx } from './cx.ts'
import { FieldFrame } from './field-frame.tsx'
import { type FieldProps, useField } from './use-field.ts'

type FileFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps | 'type'>

/** A field for a file. The browser writes its button in its own language. */
export function FileField(props: FileFieldProps) {
  const { label, note, description, errors, className, id, ...input } = props
  const field = useField({ id, description, errors })
  return (
    <FieldFrame {...{ field, label, note, description, errors, className }}>
      <input
        {...input}
        {...field.aria}
        type="file"
        id={field.fieldId}
        className={cx(
          controlClasses,
          'file:me-3 file:rounded-control file:border-0 file:bg-sunken file:px-3 file:py-1 file:text-ink',
        )}
      />
    </FieldFrame>
  )
}
