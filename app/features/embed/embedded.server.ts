import type { VendorId } from '#core/shared/ids.ts'
import type { RouterContextProvider } from 'react-router'
import { incomingContext } from '#app/http/context.ts'
import { readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import type { Head } from '#app/seo/head.ts'
import { accentOf } from '#core/shared/accent.ts'
import type { ClassCard } from '#core/classes/queries/class-cards.ts'
import { listUpcomingSessions } from '#core/classes/queries/public-sessions.ts'

type Asked = { request: Request; context: Readonly<RouterContextProvider> }

const sessionsShown = 8

type Shown = {
  accent: string | null
  name: string
  path: string
  zone: string
  withTitles: boolean
  asked: string | null
  registrationClosed: boolean
  /** the courts and rooms of a vendor */
  courts: readonly ClassCard[]
}

/** What a frame on another site shows of a vendor or a class. */
export async function embeddedPage(
  { request, context }: Asked,
  of: { vendorId: VendorId } | { classId: string },
  { accent, name, path, courts, ...shown }: Shown,
) {
  const { deps, nonce } = context.get(incomingContext)
  const language = readerLanguage(request)
  const { items } = await listUpcomingSessions(deps.db, of, {
    from: null,
    to: null,
    cursor: null,
    limit: sessionsShown,
  })
  return {
    head: headOfFrame(translator(language, 'embed')('title', { name }), `${deps.origin}${path}`),
    nonce,
    accent: accentOf(accent),
    page: {
      ...shown,
      name,
      pageUrl: `${deps.origin}${path}`,
      origin: deps.origin,
      operatorName: deps.settings.operatorName,
      sessions: items,
      courts: courts.map(({ id, title, priceMinor, currency, registrationClosed }) => ({
        id,
        title,
        priceMinor,
        currency,
        registrationClosed,
      })),
      now: new Date(),
    },
  }
}

/** The frame of something that is not there any more. */
export function embeddedNothing({ request, context }: Asked) {
  const language = readerLanguage(request)
  return {
    head: headOfFrame(translator(language, 'embed')('missing'), null),
    nonce: context.get(incomingContext).nonce,
    page: null,
  }
}

/** A frame must not be a search result; its page is. */
function headOfFrame(title: string, canonical: string | null): Head {
  return [
    { title },
    { name: 'robots', content: 'noindex' },
    ...(canonical ? [{ tagName: 'link' as const, rel: 'canonical', href: canonical }] : []),
  ]
}
