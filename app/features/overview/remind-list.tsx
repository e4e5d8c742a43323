import Check from 'lucide-react/icons/check'
import { useId, useState } from 'react'
import { useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { TextWays } from '#app/features/workspace/contact-ways.tsx'
import { type Start, useDayTime } from '#app/features/workspace/day-text.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { useFocusAfterTick } from './unreached-list.tsx'

/** Somebody who comes tomorrow, and whom only the vendor can remind. */
export type PersonToRemind = {
  bookingIds: string[]
  name: string
  phone: string
  /** as people read it */
  phoneText: string
  sessions: (Start & { classTitle: string })[]
  /** to send by SMS or WhatsApp */
  text: string
}

/** Stays for the visit when the last one is ticked off: the focus has somewhere to go. */
export function RemindPart({ people }: { people: readonly PersonToRemind[] }) {
  const t = useTranslations('overview.remind')
  const dayTime = useDayTime()
  const id = useId()
  const [had] = useState(people.length > 0)
  const list = useFocusAfterTick(people.map(keyOf))
  if (people.length === 0 && !had) return null
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h3 id={id} className="text-lg">
          {t('title', { count: people.length })}
        </h3>
        {people.length > 0 && <p className="text-muted">{t('text')}</p>}
      </div>
      {people.length === 0 && (
        <p ref={list} tabIndex={-1} className="text-muted">
          {t('all')}
        </p>
      )}
      {people.length > 0 && (
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
                    · <span dir="ltr">{person.phoneText}</span>
                  </span>
                </p>
                {person.sessions.map((session) => (
                  <p
                    key={`${session.classTitle} ${session.startTime}`}
                    className="text-sm text-muted wrap-anywhere"
                  >
                    <bdi>{session.classTitle}</bdi>, {dayTime(session)}
                  </p>
                ))}
              </div>
              <div className="flex flex-wrap gap-2">
                <TextWays
                  person={{ name: person.name, phone: person.phone, email: null }}
                  text={person.text}
                  label={(way) => t('by', { way })}
                />
                <TickOff person={person} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const keyOf = ({ bookingIds }: PersonToRemind) => bookingIds.join(' ')

function TickOff({ person }: { person: PersonToRemind }) {
  const t = useTranslations('overview')
  const fetcher = useFetcher<NonNullable<AnyFormAnswer>>()
  return (
    <fetcher.Form method="post" action="/dashboard?index">
      {person.bookingIds.map((id) => (
        <input key={id} type="hidden" name="bookingId" value={id} />
      ))}
      <Button
        variant="quiet"
        size="small"
        name="intent"
        value="reminded"
        pending={fetcher.state !== 'idle'}
        aria-label={t('remind.doneFor', { name: person.name })}
      >
        <Check aria-hidden="true" /> {t('done')}
      </Button>
      <ButtonTrouble answer={fetcher.data} />
    </fetcher.Form>
  )
}
