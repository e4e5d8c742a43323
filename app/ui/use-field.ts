import { type ReactNode, useId } from 'react'

/** What every field takes. The texts come in; names and values are plain HTML. */
export type FieldProps = {
  label: ReactNode
  name: string
  id?: string | undefined
  /** Beside the label, quiet: "optional". */
  note?: string | undefined
  description?: string | undefined
  errors?: readonly string[] | undefined
  className?: string | undefined
}

type Described = Pick<FieldProps, 'id' | 'description' | 'errors'>

/** Ids of a field's parts, and the aria attributes that tie them to the control. */
export function useField({ id, description, errors }: Described) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const descriptionId = `${fieldId}-description`
  const errorId = `${fieldId}-error`
  const wrong = errors !== undefined && errors.length > 0
  const describedBy = [wrong && errorId, description && descriptionId].filter(Boolean).join(' ')

  return {
    fieldId,
    descriptionId,
    errorId,
    aria: {
      'aria-invalid': wrong || undefined,
      'aria-describedby': describedBy || undefined,
    },
  }
}
