// What people's apps and sentences make of an address of ours.

/** Words around a link that an app took for its end. */
const junk = /[.,;:!)\]}>"'…’”»\s\u200b-\u200f\u2060\ufeff]/u
/** A name ends at the first character that no name has: "/name&fbclid=1", "/name。". */
const nameLike = /^[\p{L}\p{M}\p{N}_./\\\s-]*/u
/** Parameters whose values never end like that. */
const exact = new Set(['token', 'token_hash', 'session'])

/**
 * The path, parameters and fragment that an address means, or null if it says what it means: a query that was encoded as
 * part of the path ("/name%3Futm_source=x"), an @ before a name, what follows a link in a sentence, slashes too many.
 */
export function meantAddress(url: URL): string | null {
  const path = decoded(url.pathname)
  if (path === null) return null
  const [, plain = '', separator, rest = ''] = /^([^?#]*)([?#]?)(.*)$/su.exec(path) ?? []
  const written = plain.replace(/^[/@]+/, '')
  const [named = ''] = nameLike.exec(written) ?? []
  // Where nothing of the name would be left, it is no name of ours, and not another page.
  const name = `/${withoutJunk(/[^/\\]$/.test(named) ? named : written)}`
  const parameters = trimmed(new URLSearchParams(url.search))
  if (name === plain && separator === '' && parameters === null) return null
  const meant = new URL(url.origin)
  meant.pathname = name
  const [search = '', fragment = ''] = separator === '#' ? ['', rest] : rest.split('#')
  const inPath = new URLSearchParams(search)
  const all = [...(trimmed(inPath) ?? inPath), ...(parameters ?? new URLSearchParams(url.search))]
  meant.search = all.length === 0 ? '' : new URLSearchParams(all).toString()
  meant.hash = withoutJunk(fragment)
  // One slash, also where an encoded one or a backslash came next: two would name another host.
  return meant.pathname.replace(/^\/+/, '/') + meant.search + meant.hash
}

function trimmed(parameters: URLSearchParams): URLSearchParams | null {
  const [name = '', value = ''] = [...parameters].at(-1) ?? []
  const without = withoutJunk(value)
  if (!exact.has(name) || without === value) return null
  const changed = new URLSearchParams(parameters)
  changed.set(name, without)
  return changed
}

/** Character by character: a pattern for all of them would take long for a long text. */
function withoutJunk(text: string): string {
  let end = text.length
  while (end > 0 && junk.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
