import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import type { AnyFormAnswer } from '#app/http/form-answer.ts'
import { type DatePageLinks, DatePages } from '#app/features/sessions/date-pages.tsx'
import { Seen } from '#app/features/sessions/seen.tsx'
import { type OpenSession, SessionChoice } from '#app/features/sessions/session-choice.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { ManagedPurchase } from './managed.ts'
import { seenSpots, SpotPicks } from './spot-picks.tsx'

type MoveFormProps = {
  purchase: ManagedPurchase
  /** of each class that has spots to move */
  sessions: readonly (OpenSession & { classId: string; classTitle: string })[]
  dates: DatePageLinks
  now: Date
  backTo: string
  answer: AnyFormAnswer
}

export function MoveForm({ purchase, sessions, dates, now, backTo, answer }: MoveFormProps) {
  const t = useTranslations('booking.move')
  const m = useTranslations('booking.manage')
  const form = useForm(answer)
  const classIds = [...new Set(sessions.map(({ classId }) => classId))]
  const hasHourly = purchase.sessions.some(({ party }) =>
    party?.extras.some(({ per }) => per === 'hour'),
  )
  const several = new Set(purchase.sessions.map(({ classId }) => classId)).size > 1
  return (
    <Form method="post" noValidate className="grid gap-5">
      <FormSummary form={form} />
      <Seen of={{ sessions, spots: seenSpots(purchase) }} />
      {sessions.length === 0 ? (
        <>
          <p>{t('none')}</p>
          <DatePages {...dates} />
        </>
      ) : (
        <>
          <SpotPicks
            legend={t(purchase.sessions.length > 1 ? 'whichSessions' : 'which')}
            picked={answer?.typed['spot']}
            purchase={purchase}
            may={({ cancelling }) => cancelling === 'free'}
          />
          {hasHourly && <p>{t('byHour')}</p>}
          {classIds.map((classId) => {
            const own = sessions.filter((session) => session.classId === classId)
            return (
              <SessionChoice
                key={classId}
                legend={several ? `${t('to')}: ${own[0]?.classTitle}` : t('to')}
                sessions={own}
                areSlots={purchase.sessions.some((one) => one.classId === classId && one.party)}
                now={now}
                preselected={form.fields['sessionId'] ?? null}
              >
                {classId === classIds.at(-1) && <DatePages {...dates} />}
              </SessionChoice>
            )
          })}
        </>
      )}
      <div className="save-bar flex flex-wrap gap-3">
        {sessions.length > 0 && (
          <Button name="intent" value="move" pending={form.busy} pendingLabel={t('pending')}>
            {t('button')}
          </Button>
        )}
        <LinkButton to={backTo} variant="secondary">
          {m('keep')}
        </LinkButton>
      </div>
    </Form>
  )
}
