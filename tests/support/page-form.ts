/** What a browser without JavaScript would send: the page's form that contains the field. */
export function formIn(html: string, field: string): Record<string, string> {
  const form = partsOf(html).find((part) => part.includes(`name="${field}"`))
  if (form === undefined) throw new Error(`No form of the page has a field "${field}".`)
  return fieldsIn(form)
}

/** The same, of the page's form that has the button. */
export function buttonIn(html: string, intent: string): Record<string, string> {
  const form = partsOf(html).find((part) => new RegExp(`<button[^>]* value="${intent}"`).test(part))
  if (form === undefined) throw new Error(`No form of the page has a button "${intent}".`)
  return fieldsIn(form)
}

/** The spots that the buttons of a page are about, as their form sends them. */
export function spotsIn(html: string): { bookingId: string[]; version: string[] } {
  const spots = html.matchAll(
    /name="bookingId" value="([^"]*)"\/?><input[^>]*name="version"[^>]* value="([^"]*)"/g,
  )
  const all = [...spots]
  return {
    bookingId: all.map(([, id = '']) => id),
    version: all.map(([, , version = '']) => version),
  }
}

/** What a browser without JavaScript would post: every form of the page, and where to, '' for the page itself. */
export function formsIn(html: string): { action: string; fields: Record<string, string> }[] {
  return partsOf(html)
    .filter((part) => attribute(head(part), 'method') === 'post')
    .map((part) => ({ action: attribute(head(part), 'action') ?? '', fields: fieldsIn(part) }))
}

const partsOf = (html: string) =>
  html
    .split('<form')
    .slice(1)
    .map((part) => part.slice(0, part.indexOf('</form>')))

const head = (part: string) => part.slice(0, part.indexOf('>') + 1)

const fieldsIn = (form: string) => ({ ...inputsIn(form), ...selectsIn(form), ...areasIn(form) })

function inputsIn(form: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name')
    const isBox = /type="(?:radio|checkbox)"/.test(tag)
    if (name === null || (isBox && !tag.includes('checked=""')) || tag.includes('disabled=""'))
      continue
    fields[name] = attribute(tag, 'value') ?? (isBox ? 'on' : '')
  }
  return fields
}

function selectsIn(form: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag, body = ''] of form.matchAll(/<select[^>]*>([\s\S]*?)<\/select>/g)) {
    const name = attribute(tag.slice(0, tag.indexOf('>') + 1), 'name')
    const options = [...body.matchAll(/<option[^>]*>/g)].map(([option]) => option)
    const chosen = options.find((option) => option.includes('selected=""')) ?? options[0]
    if (name !== null && chosen) fields[name] = attribute(chosen, 'value') ?? ''
  }
  return fields
}

function areasIn(form: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [tag, text = ''] of form.matchAll(/<textarea[^>]*>([\s\S]*?)<\/textarea>/g)) {
    const name = attribute(tag.slice(0, tag.indexOf('>') + 1), 'name')
    if (name !== null) fields[name] = plain(text)
  }
  return fields
}

function attribute(tag: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? null : plain(value)
}

const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
