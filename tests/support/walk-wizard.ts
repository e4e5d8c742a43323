import { readPage, type Visitor } from './app.ts'
import { formIn } from './page-form.ts'

/** The wizard as a browser without a script walks it: every form is what the page before it held. */
export async function walk(visitor: Visitor, path: string, headers: Record<string, string> = {}) {
  const opened = await visitor.get(path, headers)
  let html = await opened.text()
  const send = async (intent: string, more: Record<string, string | readonly string[]> = {}) => {
    const whole = { ...formIn(html, 'step'), extra: extrasIn(html) }
    const answer = await visitor.post(path, { ...whole, ...more, intent })
    const text = await answer.clone().text()
    if (text.includes('name="step"')) html = text
    return answer
  }
  return { send, read: () => readPage(new Response(html)), form: () => formIn(html, 'step') }
}

/** The only field with several values. */
const extrasIn = (html: string) =>
  [...html.matchAll(/<input[^>]*name="extra"[^>]*>/g)].flatMap(([tag]) =>
    tag.includes('type="hidden"') || tag.includes('checked=""')
      ? (/ value="([^"]*)"/.exec(tag)?.[1] ?? [])
      : [],
  )
