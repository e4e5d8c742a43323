import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'

export type Asked = {
  action: 'cancel' | 'delete'
  bookingId: string
  name: string
  classTitle: string
  date: string
  startTime: string
}

/** Asks before a booking is cancelled or deleted; an address of its own, so that it needs no script. */
export function AskPanel({ asked, returnTo }: { asked: Asked; returnTo: string }) {
  const t = useTranslations('workspace')
  const dayTime = useDayTime()
  const busy = useNavigation().state !== 'idle'
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [asked.bookingId, asked.action])

  const facts = { class: asked.classTitle, when: dayTime(asked) }
  return (
    <div
      ref={panel}
      role="alertdialog"
      aria-labelledby="ask-title"
      aria-describedby="ask-text"
      tabIndex={-1}
      className="mb-6 grid max-w-2xl gap-2 rounded-card border border-bad bg-bad-soft p-4 sm:p-6"
    >
      <h3 id="ask-title" className="text-lg wrap-anywhere">
        {t(`bookings.ask.${asked.action}`, { name: asked.name })}
      </h3>
      <p id="ask-text">{t(`bookings.ask.${asked.action}Text`, facts)}</p>
      <Form method="post" className="mt-2 flex flex-wrap gap-3">
        <input type="hidden" name="bookingId" value={asked.bookingId} />
        <input type="hidden" name="returnTo" value={returnTo} />
        <Button variant="danger" name="intent" value={asked.action} pending={busy}>
          {t(`bookings.ask.${asked.action}Button`)}
        </Button>
        <LinkButton variant="secondary" to={returnTo}>
          {t('keep')}
        </LinkButton>
      </Form>
    </div>
  )
}
