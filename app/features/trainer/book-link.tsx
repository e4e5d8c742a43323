import { createContext, Suspense, useContext } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { momentText } from '#app/locale/clock.ts'
import { lazyPart } from '#app/ui/lazy-part.ts'
import type { ButtonLook } from '#app/ui/button-classes.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { pickedHere } from '#app/ui/picked-here.ts'
import { useLive } from '#app/ui/use-browser.ts'
import type { ListedSession } from './session-list.tsx'

const readSheet = () => import('#app/features/class-page/booking-sheet.tsx')
const BookingSheet = lazyPart(() => readSheet().then((module) => module.default))

type Words = {
  /** the words of the buttons; the catalogue has its own */
  words: 'schedule' | 'catalogue'
}

/** The vendor's name where customers have to ask for a spot, because nothing can be booked online; null elsewhere. */
export const AskedVendor = createContext<string | null>(null)

/** Where a session is booked, already chosen. */
function bookingAddress(session: { id: string; classId: string }): string {
  return `/book/class/${session.classId}?session=${session.id}#book`
}

// The fragment puts the sheet into the history: the back button closes it, and coming back to it opens it again.
export const sheetMark = '#book-'
// Kept with its entry in the history, where the page without the sheet comes before it.
const pressed = 'pressed'

/** The session whose sheet is on its way. */
let latest: string | null = null

type BookLinkProps = Words &
  Pick<ButtonLook, 'variant' | 'size' | 'wide' | 'className'> & {
    session: ListedSession
    'data-next'?: string
    /** in place of the usual words */
    children?: string
  }

/** Books one session: in a sheet over this page, and without a script on the page of its class. */
export function BookLink({ session, words, children, ...look }: BookLinkProps) {
  const t = useTranslations('trainer')
  const language = useLocale()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const asked = useContext(AskedVendor)
  const ways = session.isRequest
    ? ({ text: 'request', at: 'requestAt' } as const)
    : words === 'catalogue'
      ? ({ text: 'catalogue.book', at: 'catalogue.bookAt' } as const)
      : ({ text: 'book', at: 'bookAt' } as const)
  const when = momentText(session.startsAt, session.timeZone, language)
  const address = bookingAddress(session)
  const open = async () => {
    const from = location.href
    latest = session.id
    // If its code does not come, the page of the class says what is wrong.
    const isRead = await readSheet().then(
      () => true,
      () => false,
    )
    // Another link was pressed since, or this page was left.
    if (latest !== session.id || location.href !== from) return
    latest = null
    const sheet = { pathname, search, hash: sheetMark + session.id }
    await navigate(isRead ? sheet : address, {
      preventScrollReset: isRead,
      state: isRead ? pressed : null,
    })
  }
  return (
    <LinkButton
      to={address}
      onClick={(event) => pickedHere(event, () => void open())}
      {...look}
      aria-label={
        children === undefined
          ? asked === null
            ? t(ways.at, { title: session.classTitle, when })
            : t('askAt', { name: asked, title: session.classTitle, when })
          : undefined
      }
      suppressHydrationWarning
    >
      {children ?? (asked === null ? t(ways.text) : t('ask', { name: asked }))}
    </LinkButton>
  )
}

/** Whether the address names a session whose form is open in a sheet; never on the server, which doesn't know the fragment. */
export function useIsInSheet(): boolean {
  const live = useLive()
  return useLocation().hash.startsWith(sheetMark) && live
}

/** The sheet of the session that the address names. */
export function OpenedSheet({ sessions, words }: Words & { sessions: readonly ListedSession[] }) {
  const t = useTranslations('trainer')
  const navigate = useNavigate()
  // The server doesn't know the fragment.
  const live = useLive()
  const asked = useContext(AskedVendor)
  const { pathname, search, hash, state } = useLocation()
  const session = sessions.find(({ id }) => hash === sheetMark + id)
  if (!session || !live) return null
  return (
    <Suspense>
      <BookingSheet
        key={session.id}
        session={session}
        address={bookingAddress(session)}
        title={
          asked === null
            ? t(words === 'catalogue' ? 'catalogue.sheet' : 'sheet')
            : t('ask', { name: asked })
        }
        onClose={() =>
          void (state === pressed
            ? navigate(-1)
            : navigate({ pathname, search }, { replace: true, preventScrollReset: true }))
        }
      />
    </Suspense>
  )
}
