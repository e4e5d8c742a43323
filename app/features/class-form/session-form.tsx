import { Form } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import {
  givenBackSentences,
  reachSentences,
  strandedSentence,
} from '#app/features/workspace/reach-sentences.ts'
import type { AnyFormAnswer, FormAnswer, Shown } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { Question } from '#app/ui/question.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import type { Asked } from '#core/classes/steps/agreement.ts'
import { AgreementQuestion } from './agreement-question.tsx'
import { SessionFields, useSessionLabels } from './session-fields.tsx'

/** `following`: the upcoming sessions of the same weekly time from this one on; null for a session by itself. */
export type SessionReach = {
  booked: number
  following: { sessions: number; booked: number } | null
}

type SessionFormProps = {
  fields: Shown
  version: string
  isSlot: boolean
  reach: SessionReach
  answer: FormAnswer<Asked | null> | undefined
}

export function SessionForm({ fields, version, isSlot, reach, answer }: SessionFormProps) {
  const t = useTranslations('workspace')
  const classTexts = useTranslations('vendorClasses')
  const shows = {
    placeKind: (kind: string) =>
      classTexts(kind === 'online' ? 'form.placeKind.online' : 'form.placeKind.address'),
  }
  const form = useForm(answer, { labels: useSessionLabels(), values: fields, shows })
  return (
    <Form method="post" className="grid gap-5" noValidate>
      <ShownVersion version={version} answer={answer} />
      <FormSummary form={form} />
      <AgreementQuestion answer={answer} pending={form.busy} />
      <SessionFields fields={form.fields} errors={form} isSlot={isSlot} />
      {reach.following && (
        <RadioCards
          legend={classTexts('session.scope')}
          name="scope"
          columns={2}
          defaultValue={form.fields['scope'] ?? 'one'}
          options={[
            { value: 'one', title: classTexts('session.scopes.one') },
            {
              value: 'following',
              title: classTexts('session.scopes.following'),
              text: classTexts('session.followingText', { count: reach.following.sessions }),
            },
          ]}
        />
      )}
      <div>
        <Button name="intent" value="change" pending={form.busy} pendingLabel={t('saving')}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}

type CancelLinksProps = { here: string; reach: SessionReach; isSlot: boolean }

/** The way to the question whether to cancel. */
export function CancelLinks({ here, reach, isSlot }: CancelLinksProps) {
  const t = useTranslations('vendorClasses.session')
  return (
    <Card as="section" aria-labelledby="cancel-session">
      <CardHeader level={3} id="cancel-session" title={t('cancel')} text={t('cancelText')} />
      <div className="flex flex-wrap gap-3">
        <LinkButton variant="secondary" to={`${here}?cancel=one`}>
          {t('cancelOne')}
        </LinkButton>
        {reach.following && (
          <LinkButton variant="secondary" to={`${here}?cancel=following`}>
            {t(isSlot ? 'cancelFollowingSlots' : 'cancelFollowing')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}

type CancelQuestionProps = {
  here: string
  scope: 'one' | 'following'
  asked: Asked
  answer: AnyFormAnswer
}

/** Shows how many people will be notified before anything is cancelled. */
export function CancelQuestion({ here, scope, asked, answer }: CancelQuestionProps) {
  const t = useTranslations('workspace')
  const classTexts = useTranslations('vendorClasses')
  const bookingTexts = useTranslations('vendorBookings')
  const form = useForm(answer)
  const { reach, cancels, givenBack, stranded } = asked.question
  const language = useLocale()
  const ask = useTranslations('workspace.ask')
  const text = [
    reach.told + reach.unreached === 0 && classTexts('session.askNobody'),
    ...reachSentences(reach, ask),
    ...givenBackSentences(givenBack, ask, language),
    strandedSentence(stranded, ask),
    classTexts('session.askText'),
  ]
  return (
    <Question
      level={3}
      title={
        scope === 'one'
          ? classTexts('session.askOne')
          : classTexts('session.askFollowing', { count: cancels.sessions })
      }
      text={text.filter(Boolean).join(' ')}
      agree={{
        label: classTexts('session.confirmCancel'),
        name: 'intent',
        value: 'cancel',
        pendingLabel: classTexts('session.cancelling'),
      }}
      back={{ to: here, label: t('keep') }}
    >
      <FormSummary form={form} title={bookingTexts('list.problem.title')} />
      <input type="hidden" name="scope" value={scope} />
      <input type="hidden" name="agreed" value={asked.agreement} autoComplete="off" />
    </Question>
  )
}
