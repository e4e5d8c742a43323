import Check from 'lucide-react/icons/check'
import { useEffect, useId, useRef, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { ContactWays } from '#app/features/workspace/contact-ways.tsx'
import { type Start, useDayTime } from '#app/features/workspace/day-text.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'

export type Unreached = {
  /** of all messages that did not arrive */
  messageIds: string[]
  /** of news that is no message yet */
  purchaseIds: string[]
  name: string
  phone: string | null
  /** as people read it */
  phoneText: string | null
  email: string | null
  telegram: string | null
  /** the newest first */
  news: {
    id: string
    letter: Letter
    /** the sessions it is about, on their own clock */
    about: (Start & { classTitle: string; before: Start | null })[]
    /** or the bundle */
    bundle: string | null
  }[]
  /** what was to be said, to send another way */
  text: string
  /** our message may still arrive */
  isTried: boolean
}

type Letter =
  | 'booked'
  | 'requested'
  | 'approved'
  | 'toPay'
  | 'unpaid'
  | 'paidLate'
  | 'rejected'
  | 'expired'
  | 'cancelledByYou'
  | 'cancelledLate'
  | 'cancelledByVendor'
  | 'lateWaived'
  | 'refunded'
  | 'priceWaived'
  | 'movedByYou'
  | 'movedByVendor'
  | 'sessionChanged'
  | 'sessionCancelled'
  | 'bundleMoved'
  | 'bundleRefunded'
  | 'bundlePaidBack'
  | 'bundleForgiven'
  | 'bundleEnding'
  | 'bundleExtended'
  | 'newLink'
  | 'note'

/** Stays for the visit when the last one is ticked off: the focus has somewhere to go. */
export function UnreachedPart({
  people,
  more = 0,
  manages,
}: {
  people: readonly Unreached[]
  more?: number
  manages: boolean
}) {
  const t = useTranslations('overview')
  const id = useId()
  const [had] = useState(people.length > 0)
  const count = people.length + more
  if (count === 0 && !had) return null
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h3 id={id} className="text-lg">
          {t('unreached', { count })}
        </h3>
        {count > 0 && <p className="text-muted">{t('unreachedText')}</p>}
      </div>
      <UnreachedList people={people} manages={manages} />
      {more > 0 && <p className="text-muted">{t('moreUnreached', { more })}</p>}
    </section>
  )
}

/** People no message reached, with other ways to contact them. */
function UnreachedList({ people, manages }: { people: readonly Unreached[]; manages: boolean }) {
  const t = useTranslations('overview')
  const whenText = useWhenText()
  const list = useFocusAfterTick(people.map(keyOf))
  if (people.length === 0)
    return (
      <p ref={list} tabIndex={-1} className="text-muted">
        {t('allReached')}
      </p>
    )
  return (
    <ul ref={list} className="divide-y divide-line border-y border-line">
      {people.map((person) => (
        <li
          key={keyOf(person)}
          tabIndex={-1}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3"
        >
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <bdi className="font-medium">{person.name}</bdi>
              <span className="text-sm text-muted">
                {' '}
                · <span dir="ltr">{person.phoneText ?? person.email ?? person.telegram}</span>
              </span>
            </p>
            {person.news.map(({ id, letter, about, bundle }) => (
              <p key={id} className="text-sm wrap-anywhere">
                <span className="text-muted">{t(`news.${letter}`)}</span>
                {bundle !== null && <bdi className="block">{bundle}</bdi>}
                {about.map((session) => (
                  <span
                    key={`${session.classTitle} ${session.date} ${session.startTime}`}
                    className="block"
                  >
                    <bdi>{session.classTitle}</bdi>, {whenText(session)}
                  </span>
                ))}
              </p>
            ))}
            {person.isTried && <p className="text-sm text-muted">{t('stillTrying')}</p>}
          </div>
          <div className="flex flex-wrap gap-2">
            <ContactWays person={person} text={person.text} />
            {manages && person.messageIds.length + person.purchaseIds.length > 0 && (
              <TickOff person={person} />
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** When a session starts; after a move, when it was to start before. */
function useWhenText(): (session: Start & { before: Start | null }) => string {
  const t = useTranslations('overview')
  const dayTime = useDayTime()
  return (session) => {
    const now = dayTime(session)
    const was = session.before && dayTime(session.before)
    return was === null || was === now ? now : t('wasNow', { was, now })
  }
}

const keyOf = ({ name, phone, email, news }: Unreached) =>
  [name, phone, email, ...news.map(({ id }) => id)].join(' ')

/** "Done" removes its row, so the focus moves to the next row, or to the text that replaces the list. */
export function useFocusAfterTick(ids: readonly string[]) {
  const box = useRef<HTMLElement | null>(null)
  const before = useRef(ids)
  useEffect(() => {
    const gone = before.current.findIndex((id) => !ids.includes(id))
    before.current = ids
    if (gone === -1 || document.activeElement !== document.body) return
    const rows = box.current?.querySelectorAll<HTMLElement>('li') ?? []
    const next = rows[Math.min(gone, rows.length - 1)] ?? box.current
    next?.focus()
  })
  return (element: HTMLElement | null) => {
    box.current = element
  }
}

function TickOff({ person }: { person: Unreached }) {
  const t = useTranslations('overview')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  const { pathname, search } = useLocation()
  return (
    <fetcher.Form method="post" action="/dashboard?index">
      <input type="hidden" name="returnTo" value={`${pathname}${search}`} />
      {person.messageIds.map((id) => (
        <input key={id} type="hidden" name="messageId" value={id} />
      ))}
      {person.purchaseIds.map((id) => (
        <input key={id} type="hidden" name="purchaseId" value={id} />
      ))}
      <Button
        variant="quiet"
        size="small"
        pending={fetcher.state !== 'idle'}
        aria-label={t('doneFor', { name: person.name })}
      >
        <Check aria-hidden="true" /> {t('done')}
      </Button>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}
