/**
 * Headers of a page that is one visitor's own: it holds a form's number or the key to a booking. No cache
 * keeps it, and its address goes to no other site; forms without JavaScript still need it for our own.
 */
export function privateHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const headers = new Headers({
    'cache-control': 'private, no-store',
    'referrer-policy': 'same-origin',
  })
  const retryAfter = actionHeaders.get('retry-after')
  if (retryAfter !== null) headers.set('retry-after', retryAfter)
  return headers
}
