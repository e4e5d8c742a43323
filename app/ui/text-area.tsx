import type { ComponentProps } from 'react'
import { controlClasses } from './control-classes.ts'
import { cx } from './cx.ts'
import { FieldFrame } from './field-frame.tsx'
import { type FieldProps, useField } from './use-field.ts'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>

export function TextArea(props: TextAreaProps) {
  const { label, note, description, errors, className, id, ...area } = props
  const field = useField({ id, description, errors })

  return (
    <FieldFrame {...{ field, label, note, description, errors, className }}>
      <textarea
        dir="auto"
        rows={4}
        {...area}
        {...field.aria}
        id={field.fieldId}
        className={cx(controlClasses, 'field-sizing-content min-h-24 resize-y')}
      />
    </FieldFrame>
  )
}
