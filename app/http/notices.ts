import { cookieOf } from './request.ts'

export type Notice = { tone: 'good' | 'bad' | 'neutral'; title: string; text?: string }

/**
 * Something to be said on the next page: a toast with JavaScript, a banner without. It travels in a
 * cookie, so that a redirect can carry it; the text is escaped where it is shown.
 */
export function noticeCookie(notice: Notice): string {
  return `notice=${encodeURIComponent(JSON.stringify(notice))}; Path=/; Max-Age=60; SameSite=Lax`
}

export const clearedNotice = 'notice=; Path=/; Max-Age=0; SameSite=Lax'

export function noticeIn(request: Request): Notice | null {
  const text = cookieOf(request, 'notice')
  if (!text) return null
  try {
    const said: unknown = JSON.parse(text)
    if (
      typeof said !== 'object' ||
      said === null ||
      !('title' in said) ||
      typeof said.title !== 'string'
    )
      return null
    const tone =
      'tone' in said && (said.tone === 'good' || said.tone === 'bad') ? said.tone : 'neutral'
    return {
      tone,
      title: said.title,
      ...('text' in said && typeof said.text === 'string' && { text: said.text }),
    }
  } catch {
    return null
  }
}
