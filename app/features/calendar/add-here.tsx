import { useEffect, useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { dayText, type Start, useDayTime } from '#app/features/workspace/day-text.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import { type FormAnswer, formKeyField } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { CalendarSession } from '#core/schedule/queries/calendar-sessions.ts'
import type { BlockedShown } from '#core/schedule/rules.ts'
import { type Inside, InsideQuestion, useSpanText } from './blocked-times.tsx'
import { calendarPath, type CalendarView } from './calendar-range.ts'
import { addPath, type CalendarClass, colourOf } from './class-colours.ts'

/** Without a time if it was chosen in a month. */
export type FreeTime = { date: string; startTime: string | null }

type AddHereProps = {
  at: FreeTime
  /** the same, as it would be blocked */
  span: BlockedShown
  /** whether it is blocked, as the page shows it now */
  isBlocked: boolean
  /** free slots in it */
  slots: readonly CalendarSession[]
  classes: readonly CalendarClass[]
  back: { view: CalendarView; from: string; court: string | null }
  formKey: string
  onClose: () => void
}

/** What can be done with a chosen empty time: book a free slot of a court, block it, or add a session of a class. */
export function AddHere(props: AddHereProps) {
  const { at, span, slots, classes } = props
  const t = useTranslations('calendar')
  const language = useLocale()
  const startText = useDayTime()
  const clock = useClock()
  const spanText = useSpanText()
  const courts = new Set(slots.map(({ classId }) => classId))
  const active = classes.filter((one) => one.active && !one.isFacility)
  const when = hasTime(at) ? startText(at) : dayText(at.date, language)
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={spanText({ ...span, id: '', note: '' })}
      closeLabel={t('move.close')}
    >
      <div className="grid gap-4 pb-3">
        <BlockHere {...props} />
        {slots.length > 0 && (
          <section className="grid gap-1">
            <h3 className="text-base">{t('add.book')}</h3>
            <ul className="-mx-3">
              {slots.map((slot) => (
                <li key={slot.id}>
                  <Link
                    to={`/dashboard/bookings/new?session=${slot.id}`}
                    className="flex min-h-11 items-center gap-3 rounded-control px-3 py-2 hover:bg-sunken"
                  >
                    <i className="class-dot" data-colour={colourOf(slot.classId, classes)} />
                    <span className="min-w-0 wrap-anywhere">
                      {clock(slot.startTime)}
                      {courts.size > 1 && ', '}
                      {courts.size > 1 && <bdi>{slot.classTitle}</bdi>}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        {active.length > 0 && (
          <section className="grid gap-1">
            <h3 className="text-base">{t('add.button')}</h3>
            <p className="text-sm text-muted">{t('add.text', { when })}</p>
            <ul className="-mx-3">
              {active.map((one) => (
                <li key={one.id}>
                  <Link
                    to={addPath(one.id, at)}
                    className="flex min-h-11 items-center gap-3 rounded-control px-3 py-2 hover:bg-sunken"
                  >
                    <i className="class-dot" data-colour={colourOf(one.id, classes)} />
                    <bdi className="min-w-0 wrap-anywhere">{one.title}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        {classes.every((one) => !one.active) && (
          <>
            <p className="text-muted">{t('add.none')}</p>
            <LinkButton to="/dashboard/classes/new">{t('add.create')}</LinkButton>
          </>
        )}
      </div>
    </Dialog>
  )
}

const hasTime = (at: FreeTime): at is Start => at.startTime !== null

type BlockHereProps = Pick<AddHereProps, 'span' | 'isBlocked' | 'back' | 'formKey' | 'onClose'>

/** Blocks the chosen time with one press. It asks about sessions that are booked, or that would not come back. */
function BlockHere({ span, isBlocked, back, formKey, onClose }: BlockHereProps) {
  const t = useTranslations('calendar.blocked')
  const fetcher = useFetcher<FormAnswer<Inside | null>>()
  const answer = fetcher.data
  const form = useForm(answer)
  const pending = fetcher.state !== 'idle'
  const inside = answer?.more ?? null
  const isFree = inside !== null && inside.sessions.every(({ comesBack }) => comesBack)
  const fields = {
    intent: 'block',
    startsOn: span.startsOn,
    endsOn: span.endsOn,
    startTime: span.startTime ?? '',
    endTime: span.endTime ?? '',
    [formKeyField]: formKey,
  }

  const agreedTo = useRef(answer)
  useEffect(() => {
    if (!isFree || pending || agreedTo.current === answer) return
    agreedTo.current = answer
    void fetcher.submit(
      { ...fields, sessions: 'cancel', agreed: inside.agreement },
      {
        method: 'post',
        action: calendarPath(back.view, back.from, back.court),
        preventScrollReset: true,
      },
    )
    // Once for each answer, when the calendar has been read again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer, pending])

  // What succeeds leads back to the calendar, which then shows it.
  useEffect(() => {
    if (isBlocked) onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isBlocked])

  return (
    <fetcher.Form
      method="post"
      action={calendarPath(back.view, back.from, back.court)}
      preventScrollReset
      className="grid gap-3"
    >
      {Object.entries(fields).map(([name, text]) => (
        <input key={name} type="hidden" name={name} value={text} />
      ))}
      {answer && inside && !isFree ? (
        <InsideQuestion inside={inside} answer={answer} pending={pending} />
      ) : (
        <>
          {!isFree && <FormSummary form={form} />}
          <p className="text-sm text-muted">{t('closesAll')}</p>
          <Button variant="secondary" wide pending={pending} pendingLabel={t('saving')}>
            {t('save')}
          </Button>
        </>
      )}
    </fetcher.Form>
  )
}
