import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { type OpenSession, SessionChoice } from '#app/features/sessions/session-choice.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { ChangeProblem, type ChangeAnswer } from './change-problem.tsx'
import type { ManagedPurchase } from './managed.ts'
import { SpotPicks } from './spot-picks.tsx'

type MoveFormProps = {
  purchase: ManagedPurchase
  sessions: readonly OpenSession[]
  now: Date
  backTo: string
  answer: ChangeAnswer | undefined
}

export function MoveForm({ purchase, sessions, now, backTo, answer }: MoveFormProps) {
  const t = useTranslations('booking.move')
  const m = useTranslations('booking.manage')
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="grid gap-5">
      <ChangeProblem answer={answer} />
      {sessions.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <>
          <SpotPicks
            legend={t('which')}
            purchase={purchase}
            may={({ cancelling }) => cancelling === 'free'}
          />
          <SessionChoice legend={t('to')} sessions={sessions} now={now} preselected={null} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {sessions.length > 0 && (
          <Button name="intent" value="move" pending={busy} pendingLabel={t('pending')}>
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
