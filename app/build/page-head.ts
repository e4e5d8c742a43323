const headEnd = '</head>'
const preload = /<link rel="modulepreload"[^<>]*>/g

/**
 * Finishes the head of a public page. Hints to fetch scripts early are left out: on a slow line they would take turns
 * with what is to be seen, and the scripts are imported at the end of the page all the same. What is only for readers
 * of the head is added to it.
 */
export function withHead(page: string, added: string): string {
  const end = page.indexOf(headEnd)
  if (end < 0) return page
  return page.slice(0, end).replace(preload, '') + added + page.slice(end)
}
