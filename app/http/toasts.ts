import { redirect } from 'react-router'
import { cookieLine } from './cookies.ts'
import { cookieOf } from './request.ts'
import { withCookies } from './session.ts'

export type Toast = { tone: 'good' | 'bad' | 'neutral'; title: string; text?: string }

/**
 * Something to be said on the next page: a toast with JavaScript, a banner without. It travels in a cookie, so that a
 * redirect can carry it; the text is escaped where it is shown.
 */
export function toastCookie(toast: Toast, origin: string): Promise<string> {
  return cookieLine('notice', JSON.stringify(toast), origin)
}

type Leaving = {
  tone?: Toast['tone']
  title: string
  text?: string | undefined
  cookies?: readonly string[]
  status?: 302 | 303
}

/** How every form ends that is done: it leads on, and says what was done. Where no tone is said it went well. */
export async function redirectWithToast(
  { origin }: { origin: string },
  to: string,
  { tone = 'good', title, text, cookies = [], status = 302 }: Leaving,
): Promise<Response> {
  const toast = { tone, title, ...(text !== undefined && { text }) }
  const line = await toastCookie(toast, origin)
  return redirect(to, { status, headers: withCookies([...cookies, line]) })
}

export function toastIn(request: Request): Toast | null {
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
