import { useEffect, useState } from 'react'
import { Link, useFetcher } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { reachSentences, strandedSentence } from '#app/features/workspace/reach-sentences.ts'
import { type FormAnswer, textOf, typedIn } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { CalendarSession } from '#core/schedule/queries/calendar-sessions.ts'
import type { Asked } from '#core/classes/steps/agreement.ts'
import type { CalendarView } from './calendar-range.ts'
import { type Start, useDayTime } from '#app/features/workspace/day-text.ts'

type MoveDialogProps = {
  /** as the page showed it when the dialog opened */
  session: CalendarSession
  /** as the page shows it now */
  current: CalendarSession | undefined
  /** where it was dropped */
  to: Start
  back: { view: CalendarView; from: string }
  onMoved: (to: Start) => void
  onClose: () => void
}

/** Asks whether a dragged session shall move, and says who is notified. A time that is refused can be typed again. */
export function MoveDialog(props: MoveDialogProps) {
  const { session, current, to, back, onMoved, onClose } = props
  const t = useTranslations('calendar')
  const startText = useDayTime()
  const fetcher = useFetcher<FormAnswer<Asked | null>>()
  const [target, setTarget] = useState<Start>(to)
  const [sent, setSent] = useState<'ask' | 'move' | null>(null)
  const answer = fetcher.data
  const pending = fetcher.state !== 'idle'
  const form = useForm(answer, {
    labels: { date: t('move.date'), time: t('move.startTime') },
  })
  // A change in between is a new question: then the answer to the old one asks again.
  const asked = answer?.more ?? null
  const isAsking = answer === undefined

  function send(step: 'ask' | 'move', { date, startTime }: Start) {
    setSent(step)
    setTarget({ date, startTime })
    const fields = {
      intent: step,
      sessionId: session.id,
      date,
      time: startTime,
      seenDate: session.date,
      seenTime: session.startTime,
      agreed: step === 'move' ? (asked?.agreement ?? '') : '',
    }
    void fetcher.submit(fields, {
      method: 'post',
      action: `/dashboard/calendar/move?view=${back.view}&from=${back.from}`,
      preventScrollReset: true,
    })
  }

  useEffect(() => {
    send('ask', to)
    // Once, for the place where it was dropped.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  // A move that succeeds leads back to the calendar, which then shows the session there, or no longer shows it.
  const isThere =
    current === undefined ||
    (current.date === target.date && current.startTime === target.startTime)
  const isMoved = sent === 'move' && !pending && isThere
  useEffect(() => {
    if (isMoved) onMoved(target)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isMoved])

  const about = t('move.about', { title: session.classTitle, when: startText(session) })
  if (asked || isAsking)
    return (
      <Dialog
        open
        onClose={onClose}
        title={t('move.ask', { when: startText(target) })}
        closeLabel={t('move.close')}
        text={about}
        actions={
          <>
            <Button type="button" variant="secondary" onClick={onClose}>
              {t('move.no')}
            </Button>
            {asked && (
              <Button
                type="button"
                pending={pending}
                pendingLabel={t('move.moving')}
                onClick={() => send('move', target)}
              >
                {yesText(asked)}
              </Button>
            )}
          </>
        }
      >
        {asked ? (
          <Effects asked={asked} session={session} />
        ) : (
          <p aria-live="polite" className="flex items-center gap-3 text-muted">
            <Spinner />
            {t('move.checking')}
          </p>
        )}
      </Dialog>
    )

  return (
    <Dialog open onClose={onClose} title={t('move.to')} closeLabel={t('move.close')} text={about}>
      <form
        noValidate
        className="grid gap-4 pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          const typed = typedIn(new FormData(event.currentTarget))
          const text = (name: string) => textOf(typed, name)
          send('ask', { date: text('date'), startTime: text('time') })
        }}
      >
        <FormSummary form={form} />
        <div className="grid grid-cols-2 items-start gap-4">
          <TextField
            {...form.field('date')}
            label={t('move.date')}
            type="date"
            required
            defaultValue={target.date}
          />
          <TextField
            {...form.field('time')}
            label={t('move.startTime')}
            type="time"
            required
            defaultValue={target.startTime}
          />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" variant="secondary" onClick={onClose}>
            {t('move.no')}
          </Button>
          <Button pending={pending}>{t('move.next')}</Button>
        </div>
      </form>
    </Dialog>
  )

  function yesText({ question }: Asked) {
    const people = question.reach.told
    return people > 0 ? t('move.yesTell', { people }) : t('move.yes')
  }
}

/** What the move would lead to. */
function Effects({ asked, session }: { asked: Asked; session: CalendarSession }) {
  const t = useTranslations('calendar')
  const ask = useTranslations('workspace.ask')
  const { reach, isBlocked, stranded } = asked.question
  const sentences = [
    isBlocked && ask('blocked'),
    ...reachSentences(reach, ask),
    strandedSentence(stranded, ask),
    reach.told + reach.unreached === 0 && t('move.nobody'),
  ].filter((sentence) => sentence !== false)
  return (
    <div aria-live="polite" className="grid gap-2">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {session.follows && (
        <p className="text-muted">
          {t.rich('move.onlyThis', {
            link: (chunks) => (
              <Link
                to={`/dashboard/sessions/${session.id}`}
                className="underline underline-offset-4"
              >
                {chunks}
              </Link>
            ),
          })}
        </p>
      )}
    </div>
  )
}
