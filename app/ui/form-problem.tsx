import CircleAlert from 'lucide-react/icons/circle-alert'
import { cx } from './cx.ts'
import { type MouseEvent, useId, useRef } from 'react'
import { useFocusMove } from './use-browser.ts'

type FormProblemProps = {
  /** Why the form was not accepted. Nothing is drawn without it. */
  title?: string | undefined
  /** More of it, in a sentence. */
  text?: string | undefined
  /** The id of the control that the sentence is about. */
  textId?: string | undefined
  /** Small print: the number of our fault. */
  note?: string | undefined
  /** One line per wrong field, linked to it by the id of its control. */
  problems?: readonly { id?: string | undefined; text: string }[] | undefined
  /** Changes with each response, so that the summary takes the focus again even if its text is the same. */
  attempt?: unknown
  id?: string | undefined
  className?: string | undefined
}

/** The summary above a refused form. It takes the focus, so that it is read, once, and seen: an alert would be read again. */
export function FormProblem(props: FormProblemProps) {
  const { title, text, textId, note, problems = [], attempt, id, className } = props
  const box = useRef<HTMLElement>(null)
  const titleId = useId()

  useFocusMove(() => box.current?.focus(), [title, problems.length, attempt])

  if (!title) return null

  return (
    <section
      ref={box}
      id={id}
      aria-labelledby={titleId}
      tabIndex={-1}
      className={cx(
        'fade-in flex gap-3 rounded-control border border-bad bg-bad-soft px-4 py-3',
        className,
      )}
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p id={titleId} className="font-medium">
          {title}
        </p>
        {text && (
          <p className="mt-1 text-sm">
            <ToField id={textId} text={text} />
          </p>
        )}
        {problems.length > 0 && (
          <ul className="mt-1 list-disc ps-5 text-sm">
            {problems.map((problem) => (
              <li key={`${problem.id}${problem.text}`} className="py-0.5">
                <ToField {...problem} />
              </li>
            ))}
          </ul>
        )}
        {note && <p className="mt-1 text-sm text-muted">{note}</p>}
      </div>
    </section>
  )
}

function ToField({ id, text }: { id?: string | undefined; text: string }) {
  if (!id) return text
  return (
    <a
      href={`#${id}`}
      onClick={(event) => goTo(id, event)}
      className="underline underline-offset-4"
    >
      {text}
    </a>
  )
}

// Following the link would be a navigation, which throws the answer of the form away.
function goTo(id: string, event: MouseEvent) {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  // A group of fields takes no focus itself; its first control does.
  const control = field.querySelector<HTMLElement>(
    'input:not([type=hidden]), select, textarea, button',
  )
  ;(control ?? field).focus()
}
