import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { type OpenSession, SessionChoice } from '#app/features/sessions/session-choice.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { Pack } from '#core/entitlements/queries.ts'
import { ChangeProblem, type ChangeAnswer } from './change-problem.tsx'

type RedeemFormProps = {
  pack: Pack
  sessions: readonly OpenSession[]
  now: Date
  backTo: string
  answer: ChangeAnswer | undefined
}

/** Books another session with what remains of a bundle. */
export function RedeemForm({ pack, sessions, now, backTo, answer }: RedeemFormProps) {
  const t = useTranslations('bundles.pack')
  const m = useTranslations('booking.manage')
  const busy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="grid gap-5">
      <ChangeProblem answer={answer} />
      <input type="hidden" name="pack" value={pack.entitlementId} />
      {sessions.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <SessionChoice legend={t('choose')} sessions={sessions} now={now} preselected={null} />
      )}
      <div className="flex flex-wrap gap-3">
        {sessions.length > 0 && (
          <Button name="intent" value="redeem" pending={busy} pendingLabel={t('pending')}>
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
