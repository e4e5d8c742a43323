import { useNavigation } from 'react-router'
import { Banner } from '#app/ui/banner.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { useFocusMove } from '#app/ui/use-browser.ts'
import { fieldId, type FormShown } from './use-form.ts'

type FormSummaryProps = {
  form: FormShown
  /** Says it in the form's own words. */
  title?: string
  /** The only fields of a short form: if nothing else is wrong, no box repeats them, and the first takes the focus. */
  marked?: readonly string[]
  className?: string
}

/** Above every form: why it was not accepted, with a link to each wrong field. */
export function FormSummary({ form, title, marked = [], className }: FormSummaryProps) {
  const { summary, answer } = form
  const [first] = summary.problems
  const ids = marked.map(fieldId)
  const isMarked =
    first !== undefined && !answer?.problem && summary.problems.every(({ id }) => ids.includes(id))
  const { location: to } = useNavigation()
  // With each answer once, and not again while it is corrected.
  useFocusMove(() => {
    if (isMarked) document.getElementById(first.id)?.focus()
    // The router goes there when the page has been read again: by then, a finger is on its way.
    if (answer && to?.hash) document.getElementById(to.hash.slice(1))?.scrollIntoView()
  }, [answer])
  if (isMarked) return null
  if (answer?.problem?.kind === 'restored')
    return <Banner title={summary.title} text={summary.text} className={className} />
  const own = first === undefined ? undefined : title
  return <FormProblem {...summary} title={own ?? summary.title} className={className} />
}
