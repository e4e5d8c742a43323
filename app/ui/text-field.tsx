import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldFrame } from './field-frame.tsx'
import { type FieldProps, useField } from './use-field.ts'

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'prefix'> & {
    /** Inside the frame before or after the text: a currency, a unit. */
    before?: ReactNode
    after?: ReactNode
  }

export function TextField(props: TextFieldProps) {
  const { label, note, description, errors, className, id, before, after, ...input } = props
  const field = useField({ id, description, errors })
  const control = (
    <input
      // Turned by its text, the control would put its padding on the wrong side of a unit.
      dir={before || after ? undefined : 'auto'}
      {...input}
      {...field.aria}
      id={field.fieldId}
      className={cx('control', Boolean(before) && 'ps-10', Boolean(after) && 'pe-14')}
    />
  )

  return (
    <FieldFrame {...{ field, label, note, description, errors, className }}>
      {before || after ? (
        <span className="relative block">
          {before && (
            <span className="pointer-events-none absolute inset-y-0 start-0 grid min-w-10 place-items-center text-muted [&_svg]:size-5">
              {before}
            </span>
          )}
          {control}
          {after && (
            <span className="pointer-events-none absolute inset-y-0 end-0 grid min-w-14 place-items-center text-muted [&_svg]:size-5">
              {after}
            </span>
          )}
        </span>
      ) : (
        control
      )}
    </FieldFrame>
  )
}
