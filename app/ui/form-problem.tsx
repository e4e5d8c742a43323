import CircleAlert from 'lucide-react/icons/circle-alert'
import { type MouseEvent, useEffect, useId, useRef } from 'react'

type FormProblemProps = {
  /** Why the form was not accepted. Nothing is drawn without it. */
  title?: string | undefined
  /** One line per wrong field, linked to it by the id of its control. */
  problems?: readonly { id?: string | undefined; text: string }[] | undefined
  id?: string | undefined
}

/** The summary above a refused form. It takes the focus, so that it is read, once, and seen: an alert would be read again. */
export function FormProblem({ title, problems = [], id }: FormProblemProps) {
  const box = useRef<HTMLElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (title) box.current?.focus()
  }, [title, problems.length])

  if (!title) return null

  return (
    <section
      ref={box}
      id={id}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="fade-in flex gap-3 rounded-control border border-bad bg-bad-soft px-4 py-3"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p id={titleId} className="font-medium">
          {title}
        </p>
        {problems.length > 0 && (
          <ul className="mt-1 list-disc ps-5 text-sm">
            {problems.map((problem) => (
              <li key={`${problem.id}${problem.text}`}>
                {problem.id ? (
                  <a
                    href={`#${problem.id}`}
                    onClick={(event) => goTo(problem.id, event)}
                    className="underline underline-offset-4"
                  >
                    {problem.text}
                  </a>
                ) : (
                  problem.text
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

// Following the link would be a navigation, which throws the answer of the form away.
function goTo(id: string | undefined, event: MouseEvent) {
  const field = id === undefined ? null : document.getElementById(id)
  if (!field) return
  event.preventDefault()
  // A group of fields takes no focus itself; its first control does.
  const control = field.querySelector<HTMLElement>(
    'input:not([type=hidden]), select, textarea, button',
  )
  ;(control ?? field).focus()
}
