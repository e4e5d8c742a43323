import { redirect } from 'react-router'
import { z } from 'zod'
import { cookieLine, cookieName } from './cookies.ts'
import { cookieOf } from './request.ts'
import { withCookies } from './session.ts'

export type Toast = { tone: 'good' | 'warn' | 'bad' | 'neutral'; title: string; text?: string }

/**
 * A message for the next page: a toast with JavaScript, a banner without. It is stored in a cookie, so that it survives a
 * redirect; the text is escaped when shown.
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

/** The end of every successful form: redirects and shows a toast. The default tone is success. */
export async function redirectWithToast(
  { origin }: { origin: string },
  to: string,
  { tone = 'good', title, text, cookies = [], status = 302 }: Leaving,
): Promise<Response> {
  const toast = { tone, title, ...(text !== undefined && { text }) }
  const line = await toastCookie(toast, origin)
  return redirect(to, { status, headers: withCookies([...cookies, line]) })
}

const toastSchema = z.object({
  tone: z.enum(['good', 'warn', 'bad', 'neutral']).catch('neutral'),
  title: z.string(),
  text: z.string().exactOptional(),
})

export function toastIn(request: Request, origin: string): Toast | null {
  const text = cookieOf(request, cookieName('notice', origin))
  if (!text) return null
  try {
    return toastSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
