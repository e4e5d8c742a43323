import { Form, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { type Answer, useFormErrors } from '#app/features/workspace/form-errors.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { SessionFields, useSessionLabels } from './session-fields.tsx'

/** `following`: the coming sessions of the same weekly time from this one on; null for a session by itself. */
export type SessionReach = {
  booked: number
  following: { sessions: number; booked: number } | null
}

type SessionFormProps = {
  fields: Record<string, string>
  reach: SessionReach
  answer: Answer<Record<string, string>>
}

export function SessionForm({ fields, reach, answer }: SessionFormProps) {
  const t = useTranslations('workspace')
  const busy = useNavigation().state === 'submitting'
  const errors = useFormErrors(answer, useSessionLabels())
  const values = answer && 'typed' in answer ? answer.typed : fields
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <FormProblem {...errors.summary} />
      <SessionFields fields={values} errors={errors} />
      {reach.following && (
        <RadioCards
          legend={t('session.scope')}
          name="scope"
          columns={2}
          defaultValue={values['scope'] ?? 'one'}
          options={[
            { value: 'one', title: t('session.scopes.one') },
            {
              value: 'following',
              title: t('session.scopes.following'),
              text: t('session.followingText', { count: reach.following.sessions }),
            },
          ]}
        />
      )}
      <div>
        <Button name="intent" value="change" pending={busy} pendingLabel={t('saving')}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}

/** The way to the question whether to cancel. */
export function CancelLinks({ here, reach }: { here: string; reach: SessionReach }) {
  const t = useTranslations('workspace.session')
  return (
    <Card as="section" aria-labelledby="cancel-session">
      <CardHeader level={3} id="cancel-session" title={t('cancel')} text={t('cancelText')} />
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="secondary" to={`${here}?cancel=one`}>
          {t('cancelOne')}
        </LinkButton>
        {reach.following && (
          <LinkButton variant="secondary" to={`${here}?cancel=following`}>
            {t('cancelFollowing')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

type CancelQuestionProps = {
  here: string
  scope: 'one' | 'following'
  sessions: number
  reach: { told: number; toldSpots: number; unreached: number }
}

/** Says how many people will be told before anything is cancelled. */
export function CancelQuestion({ here, scope, sessions, reach }: CancelQuestionProps) {
  const t = useTranslations('workspace')
  const busy = useNavigation().state === 'submitting'
  const { told, toldSpots, unreached } = reach
  const text = [
    told + unreached === 0 && t('session.askNobody'),
    told > 0 && t('session.askTold', { told, spots: toldSpots }),
    unreached > 0 && t('session.askUnreached', { unreached }),
    t('session.askText'),
  ]
  return (
    <Card as="section" aria-labelledby="cancel-session" className="border-bad bg-bad-soft">
      <CardHeader
        level={3}
        id="cancel-session"
        title={
          scope === 'one' ? t('session.askOne') : t('session.askFollowing', { count: sessions })
        }
        text={text.filter(Boolean).join(' ')}
      />
      <Form method="post" action={here} className="flex flex-wrap gap-3">
        <input type="hidden" name="scope" value={scope} />
        <Button
          variant="danger"
          name="intent"
          value="cancel"
          pending={busy}
          pendingLabel={t('session.cancelling')}
        >
          {t('session.confirmCancel')}
        </Button>
        <LinkButton variant="secondary" to={here}>
          {t('keep')}
        </LinkButton>
      </Form>
    </Card>
  )
}
