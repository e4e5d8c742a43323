/**
 * Headers of a private page with a form's number or a booking's token. It is never cached, and its URL is not sent to
 * other sites. Our own site still gets it, because forms without JavaScript need it.
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
