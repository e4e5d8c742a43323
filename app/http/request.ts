import { data, type RouterContextProvider } from 'react-router'
import type { Visitor } from '#core/accounts/commands/ask-auth.ts'
import { type Language, languageOf } from '#core/shared/languages.ts'
import { usableZone } from '#app/ui/use-browser.ts'
import { incomingContext, settingContext } from './context.ts'
import { readForm } from './read-form.ts'

type Context = Readonly<RouterContextProvider>

// In the runtime, and not yet in the types.
declare global {
  namespace Intl {
    interface Locale {
      getTimeZones(): string[] | undefined
    }
  }
}

export function depsOf(context: Context) {
  return context.get(incomingContext).deps
}

export function visitorOf(request: Request, context: Context): Visitor {
  return { network: context.get(incomingContext).network, headers: request.headers }
}

export function cookieOf(request: Request, name: string): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=')
    if (key === name) return safeDecode(value.join('='))
  }
  return null
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('%00', '%01'))
  } catch {
    return text
  }
}

/** Frames on other sites get no cookies, so the URL contains their choice. */
function inFrame(request: Request, name: string): string | null {
  const { pathname, searchParams } = new URL(request.url)
  return pathname.startsWith('/embed/') ? searchParams.get(name) : null
}

/** The language of the email whose link was opened. */
function inMailedLink(request: Request): string | null {
  const { pathname, searchParams } = new URL(request.url)
  return /^\/(?:request|unsubscribe)\//.test(pathname) ? searchParams.get('language') : null
}

/** The reader's language: the chosen one, else the link's, else the first supported one of the browser. */
export function readerLanguage(request: Request): Language {
  const chosen =
    inFrame(request, 'language') ?? cookieOf(request, 'language') ?? inMailedLink(request)
  const known = languageOf(chosen)
  if (known) return known
  const asked = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return asked.map(languageOf).find((language) => language !== null) ?? 'en'
}

/** The language of a page: in the workspace the member's setting, elsewhere the reader's. */
export function pageLanguage(request: Request, context: Context): Language {
  return context.get(settingContext) ?? readerLanguage(request)
}

export function readerTheme(request: Request): 'light' | 'dark' | null {
  const theme = inFrame(request, 'theme') ?? cookieOf(request, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** The zone of the reader's clock, where a page before this one showed it; see use-browser.ts. */
export function readerZone(request: Request): string | null {
  return usableZone(cookieOf(request, 'zone'))
}

/**
 * The zones of the country that the browser's language names, for a first visit. "en-US" names none: browsers everywhere
 * begin with it.
 */
export function zonesOfLanguage(request: Request): readonly string[] {
  const [first = ''] = (request.headers.get('accept-language') ?? '').split(/[,;]/)
  try {
    const { language, region } = new Intl.Locale(first.trim()).maximize()
    if (language === 'en' && region === 'US') return []
    return new Intl.Locale(`und-${region}`).getTimeZones() ?? []
  } catch {
    return []
  }
}

const fieldName = /^(?!__)[\w-]{1,60}(?:\[\d{0,3}\]|\.[\w-]{1,60}){0,3}$/

/** The form of a request. Not a form, or not one of ours: 400. */
export async function formOf(request: Request): Promise<FormData> {
  const form = await readForm(request)
  if (form === null || ![...form.keys()].every(isFieldName)) throw data(null, { status: 400 })
  return form
}

/** Whether one of our forms could have this field. */
export const isFieldName = (name: string) => fieldName.test(name)

/** The text of a field; a file or nothing is null. */
export function textIn(form: FormData, name: string): string | null {
  const value = form.get(name)
  return typeof value === 'string' ? value : null
}
