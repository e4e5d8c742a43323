import type { ReactNode } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'

type Messages = ReturnType<typeof useMessages>

/** Adds the texts of further areas to those the page has already. */
export function WithTexts({ texts, children }: { texts: Partial<Messages>; children: ReactNode }) {
  const locale = useLocale()
  const known = useMessages()
  return (
    <IntlProvider locale={locale} timeZone="UTC" messages={{ ...known, ...texts }}>
      {children}
    </IntlProvider>
  )
}
