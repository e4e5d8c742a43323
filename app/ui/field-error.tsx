import CircleAlert from 'lucide-react/icons/circle-alert'

type FieldErrorProps = {
  id: string
  errors?: readonly string[] | undefined
}

/** What is wrong with one field; the field points at it by aria-describedby. */
export function FieldError({ id, errors }: FieldErrorProps) {
  if (!errors || errors.length === 0) return null

  return (
    <div id={id} className="fade-in flex gap-1.5 text-sm text-bad">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div>
        {errors.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </div>
    </div>
  )
}
