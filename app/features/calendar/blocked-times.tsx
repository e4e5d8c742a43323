import { Form, useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { ButtonTrouble } from '#app/features/forms/button-trouble.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { FormKey } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { dayText } from '#app/features/workspace/day-text.ts'
import { useClock } from '#app/features/workspace/use-clock.ts'
import {
  givenBackSentences,
  reachSentences,
  strandedSentence,
} from '#app/features/workspace/reach-sentences.ts'
import { type FormAnswer, textOf } from '#app/http/form-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import type { SessionsInside } from '#core/schedule/commands/block-time.ts'
import type { BlockedTime } from '#core/schedule/queries/blocked-times.ts'

export type Inside = Pick<SessionsInside, 'question' | 'agreement' | 'sessions'>
type Answer = FormAnswer<Inside | null> | undefined

type BlockedTimesProps = {
  blocked: readonly BlockedTime[]
  manages: boolean
  /** the day that the form begins with */
  from: string
  formKey: string
  answer: Answer
}

/** Where the form for another one is on the page. */
export const blockFormId = 'block'

/** Holidays and hours off: the upcoming ones, and the form for another. */
export function BlockedTimes({ blocked, manages, from, formKey, answer }: BlockedTimesProps) {
  const t = useTranslations('calendar.blocked')
  // The server does not know what stands behind the “#”.
  const { hash } = useLocation()
  const isAskedFor = useLive() && hash === `#${blockFormId}`
  const isOf = (intent: string) =>
    answer && textOf(answer.typed, 'intent') === intent ? answer : undefined
  return (
    <section aria-labelledby="blocked" className="grid gap-3 pb-12">
      <h3 id="blocked" className="text-lg">
        {t('title')}
      </h3>
      <p className="max-w-prose text-muted">{t('text')}</p>
      {blocked.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {blocked.map((one) => (
            <BlockedRow key={one.id} one={one} manages={manages} answer={isOf('unblock')} />
          ))}
        </ul>
      )}
      {manages && (
        <details id={blockFormId} open={isOf('block') !== undefined || isAskedFor}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            {t('add')}
          </summary>
          <BlockForm
            key={blocked.map(({ id }) => id).join()}
            from={from}
            formKey={formKey}
            answer={isOf('block')}
          />
        </details>
      )}
    </section>
  )
}

type BlockedRowProps = { one: BlockedTime; manages: boolean; answer: Answer }

function BlockedRow({ one, manages, answer }: BlockedRowProps) {
  const t = useTranslations('calendar.blocked')
  const span = useSpanText()
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
      <span className="min-w-0 wrap-anywhere" suppressHydrationWarning>
        {span(one)}
        {one.note !== '' && (
          <>
            {' · '}
            <bdi className="text-muted">{one.note}</bdi>
          </>
        )}
      </span>
      {manages && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="unblock" />
          <Button
            variant="quiet"
            size="small"
            name="id"
            value={one.id}
            aria-label={t('removeNamed', { when: span(one) })}
          >
            {t('remove')}
          </Button>
          {answer && textOf(answer.typed, 'id') === one.id && <ButtonTrouble answer={answer} />}
        </Form>
      )}
    </li>
  )
}

function BlockForm({ from, formKey, answer }: { from: string; formKey: string; answer: Answer }) {
  const t = useTranslations('calendar.blocked')
  const form = useForm(answer, {
    labels: {
      startsOn: t('startsOn'),
      startTime: t('startTime'),
      endsOn: t('endsOn'),
      endTime: t('endTime'),
      note: t('note'),
    },
    values: { startsOn: from, endsOn: from },
  })
  return (
    <Form method="post" preventScrollReset className="grid max-w-3xl gap-5 pt-2 pb-6" noValidate>
      <input type="hidden" name="intent" value="block" />
      <FormKey fresh={formKey} answer={answer} />
      <FormSummary form={form} />
      {answer?.more && <InsideQuestion inside={answer.more} answer={answer} pending={form.busy} />}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField {...form.text('startsOn')} type="date" required />
        <TextField {...form.text('startTime')} note={t('optional')} type="time" />
        <TextField {...form.text('endsOn')} type="date" required />
        <TextField {...form.text('endTime')} note={t('optional')} type="time" />
      </div>
      <p className="text-sm text-muted">{t('timesText')}</p>
      <p>{t('closesAll')}</p>
      <TextField {...form.text('note')} note={t('optional')} maxLength={120} />
      <div>
        <Button variant="secondary" pending={form.busy} pendingLabel={t('saving')}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}

const mostNamed = 20

type InsideQuestionProps = { inside: Inside; answer: NonNullable<Answer>; pending: boolean }

/** Which sessions are in the time, and what happens to them. */
export function InsideQuestion({ inside, answer, pending }: InsideQuestionProps) {
  const t = useTranslations('calendar.blocked')
  const ask = useTranslations('workspace.ask')
  const language = useLocale()
  const clock = useClock()
  const { question, agreement, sessions } = inside
  const count = sessions.length
  const people = question.reach.told
  const sentences = [
    ...sessions.slice(0, mostNamed).map(({ classTitle, date, startTime, booked }) =>
      t('session', {
        title: classTitle,
        day: dayText(date, language),
        time: clock(startTime),
        booked,
      }),
    ),
    count > mostNamed && t('moreSessions', { count: count - mostNamed }),
    t('kept'),
    ...reachSentences(question.reach, ask),
    ...givenBackSentences(question.givenBack, ask, language),
    strandedSentence(question.stranded, ask),
  ]
  return (
    <div className="grid justify-items-start gap-3">
      <FormProblem
        title={t('inside', { count })}
        problems={sentences.flatMap((text) => (text ? [{ text }] : []))}
        attempt={answer}
      />
      <input type="hidden" name="agreed" value={agreement} autoComplete="off" />
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" name="sessions" value="cancel" pending={pending}>
          {people > 0 ? t('cancelAndTell', { count, people }) : t('cancelAll', { count })}
        </Button>
        <Button variant="secondary" name="sessions" value="keep" pending={pending}>
          {t('keep', { count })}
        </Button>
      </div>
    </div>
  )
}

/** 'Mon, Dec 21 – Sun, Jan 3', with its times if it has any */
export function useSpanText(): (one: BlockedTime) => string {
  const t = useTranslations('calendar.blocked')
  const language = useLocale()
  const clock = useClock()
  return ({ startsOn, endsOn, startTime, endTime }) => {
    const [first, last] = [dayText(startsOn, language), dayText(endsOn, language)]
    if (startTime !== null && endTime !== null)
      return startsOn === endsOn
        ? t('hours', { day: first, start: clock(startTime), end: clock(endTime) })
        : t('fromTo', {
            first: t('at', { day: first, time: clock(startTime) }),
            last: t('at', { day: last, time: clock(endTime) }),
          })
    return startsOn === endsOn ? first : t('fromTo', { first, last })
  }
}
