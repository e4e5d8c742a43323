/** What a query parameter says, as far as it can be searched for. */
export function urlText(url: URL, name: string): string {
  const text = url.searchParams.get(name) ?? ''
  return text
    .toWellFormed()
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, 100)
}

/** Longer than any address of ours; a page can name its own address a hundred times. */
const mostSearch = 2000

/** The same address with some parameters set, or taken away by null. */
export function urlWith(url: URL, changes: Record<string, string | null>): string {
  const parameters = new URLSearchParams(url.search.slice(0, mostSearch))
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  const search = parameters.toString()
  return search === '' ? url.pathname : `${url.pathname}?${search}`
}

/**
 * The address of the page that a request is about. The router's script asks for the data of a page at an address of its
 * own, which is nothing to come back to.
 */
export function pageAddress(requested: string): string {
  const url = new URL(requested)
  url.searchParams.delete('_routes')
  const path = url.pathname
    .replace(/^\/_root\.data$/, '/')
    .replace(/\/_\.data$/, '/')
    .replace(/\.data$/, '')
  return path + url.search
}
