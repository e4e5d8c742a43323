import type { RouterContextProvider } from 'react-router'
import { depsOf } from '#app/http/request.ts'

/** The title of a page: what it is, and whose. */
export function titleOf(context: Readonly<RouterContextProvider>, text: string): string {
  return `${text} · ${depsOf(context).settings.operatorName}`
}

/** For pages that must not be search results. */
export function unlisted(title: string | undefined) {
  return [{ title: title ?? '' }, { name: 'robots', content: 'noindex' }]
}
