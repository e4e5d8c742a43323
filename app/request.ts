import { data, type RouterContextProvider } from 'react-router'
import type { Visitor } from '#core/accounts/commands/ask-auth.ts'
import { type Language, languageOf } from '#core/vendors/rules.ts'
import { incomingContext } from './context.ts'

type Context = Readonly<RouterContextProvider>

export function depsOf(context: Context) {
  return context.get(incomingContext).deps
}

export function visitorOf(request: Request, context: Context): Visitor {
  return { address: context.get(incomingContext).address, headers: request.headers }
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
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The reader's language: chosen, else the first the browser asks for that we speak. */
export function readerLanguage(request: Request): Language {
  const chosen = languageOf(cookieOf(request, 'language'))
  if (chosen) return chosen
  const asked = (request.headers.get('accept-language') ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return asked.map(languageOf).find((language) => language !== null) ?? 'en'
}

export function readerTheme(request: Request): 'light' | 'dark' | null {
  const theme = cookieOf(request, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** The form of a request. What is no form is the sender's mistake: 400. */
export async function formOf(request: Request): Promise<FormData> {
  try {
    return await request.formData()
  } catch {
    throw data(null, { status: 400 })
  }
}

/** The text of a field; a file or nothing is null. */
export function textIn(form: FormData, name: string): string | null {
  const value = form.get(name)
  return typeof value === 'string' ? value : null
}
