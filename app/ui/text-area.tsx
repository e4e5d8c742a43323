import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { FieldFrame } from './field-frame.tsx'
import { useLive } from './use-browser.ts'
import { type FieldProps, useField } from './use-field.ts'

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>

/**
 * What was typed into the server's page, while the script takes it over: React would write the first text into a
 * textarea again, as it does with no other field.
 */
function useTypedBefore(id: string): string | undefined {
  const isLive = useLive()
  if (isLive || typeof document === 'undefined') return undefined
  const area = document.getElementById(id)
  return area instanceof HTMLTextAreaElement ? area.value : undefined
}

export function TextArea(props: TextAreaProps) {
  const { label, note, description, errors, className, id, defaultValue, ...area } = props
  const field = useField({ id, description, errors })
  const typed = useTypedBefore(field.fieldId)

  return (
    <FieldFrame {...{ field, label, note, description, errors, className }}>
      <textarea
        dir="auto"
        rows={4}
        {...area}
        defaultValue={typed ?? defaultValue}
        {...field.aria}
        id={field.fieldId}
        className={cx('control', 'field-sizing-content min-h-24 resize-y')}
      />
    </FieldFrame>
  )
}
