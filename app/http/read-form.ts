// The parser of nested field names is slow for a thousand equal names or an index of five million, and would block the
// process. Our largest form is a class: five fields for each weekly time, up to 99 of them.
const mostFields = 600
/** What stands above the values of a form with a file, over all of its parts. */
const mostHeadBytes = 64 * 1024

const urlencoded = 'application/x-www-form-urlencoded'
const startsUrlencoded = /^application\/x-www-form-urlencoded\s*(?:;|$)/i
const multipart = /^multipart\/form-data;\s*boundary=("?)([\w'-]{1,70})\1$/i

/**
 * The form of a request, or null if it is none. The parsers of Node block the process for long, with many fields even for
 * minutes, so a form has to be small for them before they see it.
 */
export async function readForm(request: Request): Promise<FormData | null> {
  const type = request.headers.get('content-type') ?? ''
  const [, , boundary] = multipart.exec(type) ?? []
  if (boundary === undefined && !startsUrlencoded.test(type)) return null
  const body = await request.arrayBuffer().catch(() => null)
  if (body === null) return null
  const bytes = Buffer.from(body)
  const mayParse = boundary === undefined ? hasFewFields(bytes) : hasFewParts(bytes, boundary)
  if (!mayParse) return null
  // Only the type that was checked: a header can name several.
  const headers = { 'content-type': boundary === undefined ? urlencoded : type }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  return form && withoutNul(form)
}

/** The database cannot store NUL. Fields refuse another control character like it. */
function withoutNul(form: FormData): FormData {
  const kept = new FormData()
  for (const [name, value] of form) {
    if (typeof value === 'string') kept.append(name, value.replaceAll('\u0000', '\u0001'))
    else kept.append(name, value, value.name)
  }
  return kept
}

function hasFewFields(bytes: Buffer): boolean {
  let fields = 0
  for (let at = 0; at !== -1; at = bytes.indexOf('&', at) + 1 || -1) {
    fields += 1
    if (fields > mostFields) return false
  }
  return true
}

function hasFewParts(bytes: Buffer, boundary: string): boolean {
  let parts = 0
  let headBytes = 0
  for (let at = bytes.indexOf(boundary); at !== -1; at = bytes.indexOf(boundary, at + 1)) {
    const head = bytes.subarray(at, at + mostHeadBytes)
    const end = head.indexOf('\r\n\r\n')
    parts += 1
    headBytes += end === -1 ? head.length : end
    // The last boundary closes the form.
    if (parts > mostFields + 1 || headBytes >= mostHeadBytes) return false
  }
  return true
}
