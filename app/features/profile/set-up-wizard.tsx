import { useEffect, useRef } from 'react'
import { Form, useRouteLoaderData } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { type FormAnswer, textOf } from '#app/http/form-answer.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { useLive } from '#app/ui/use-browser.ts'
import type { PictureShown } from '#core/pictures/rules.ts'
import { BasicsStep } from './basics-step.tsx'
import { FaceCard } from './face-card.tsx'
import { LastStep } from './last-step.tsx'
import { wantedIn } from './next-steps.ts'
import { PagePreview } from './page-preview.tsx'
import { type PlaceChoices, PlaceStep } from './place-step.tsx'
import { useTyped } from '#app/features/forms/use-typed.ts'
import { WizardProgress } from './wizard-progress.tsx'

export type SetUpAnswer = FormAnswer<{ step: number }> | undefined

type SetUpWizardProps = PlaceChoices & {
  origin: string
  avatarUrl: string | null
  face: PictureShown | null
  /** what was typed before */
  draft: Readonly<Record<string, string>>
  answer: SetUpAnswer
}

const steps = ['basics', 'place', 'complete'] as const
/** Without them the step cannot be left. */
const requiredFields = [['fullName', 'businessName'], ['location', 'contact'], []] as const
const basicNames = [
  'fullName',
  'businessName',
  'username',
  'description',
  'specialties',
  'experienceYears',
]

/** The three steps before a vendor's page can be public. All of them are one form, so no step loses what another holds. */
export function SetUpWizard(props: SetUpWizardProps) {
  const { origin, avatarUrl, face, draft, answer, ...choices } = props
  const t = useTranslations('profile.steps')
  const root = useRouteLoaderData<{ operatorName: string }>('root')
  const labels = useLabels()
  const form = useForm(answer, { labels, values: draft })
  const { typed, ref, follow } = useTyped(form.fields)
  const step = stepOf(answer, draft)
  const heading = useHeadingOf(step)
  const isLive = useLive()
  const name = steps[step] ?? 'basics'
  const required = requiredFields[step] ?? []
  const missing = isLive ? required.find((field) => (typed[field]?.trim() ?? '') === '') : undefined
  const isLast = step === steps.length - 1
  const host = origin.replace(/^https?:\/\//, '')
  const next = isLast ? {} : { name: 'intent', value: name }

  return (
    <>
      <title>{`${t(`${name}Text`)} · ${root?.operatorName ?? 'Openspot'}`}</title>
      <SiteHeader leave={<SignOutLink />} />
      <main
        id="main"
        className="page grid grid-cols-1 content-start justify-center gap-x-16 py-8 sm:py-12 lg:grid-cols-[minmax(0,34rem)_20rem]"
      >
        <div className="mx-auto grid w-full max-w-[34rem] content-start gap-6">
          <h1 className="text-2xl">{t('welcome')}</h1>
          <WizardProgress step={step + 1} total={steps.length} />
          <div>
            <p className="text-muted">{t(name)}</p>
            <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
              {t(`${name}Text`)}
            </h2>
          </div>
          {/* Without a script its answer would be a page without what the steps hold. */}
          {step === 0 && isLive && (
            <FaceCard face={face} avatarUrl={avatarUrl} name={typed['fullName'] ?? ''} />
          )}
          <Form method="post" noValidate ref={ref} onInput={follow} className="grid gap-6">
            {/* Enter in a field presses the first button there is: this one, not "Previous". */}
            <button type="submit" {...next} tabIndex={-1} aria-hidden="true" className="sr-only">
              {t(isLast ? 'finish' : 'next')}
            </button>
            <input type="hidden" name="step" value={step} />
            <FormSummary form={form} />
            <div hidden={step !== 0} className="grid gap-6">
              <BasicsStep fields={form.fields} errors={form} origin={origin} />
            </div>
            <div hidden={step !== 1} className="grid gap-6">
              <PlaceStep fields={form.fields} typed={typed} errors={form} {...choices} />
            </div>
            {isLast && (
              <LastStep
                page={`${host}/${form.fields['username']?.toLowerCase() ?? ''}`}
                busy={form.busy}
                wanted={wantedIn(form.fields, choices)}
              />
            )}
            {missing !== undefined && (
              <p className="-mb-3 text-end text-sm text-muted">
                {t('missing', { field: labels[missing] ?? '' })}
              </p>
            )}
            <div className="flex justify-between gap-3 pt-2">
              <Button variant="secondary" name="intent" value="back" disabled={step === 0}>
                {t('previous')}
              </Button>
              <Button
                {...next}
                variant={isLast ? 'secondary' : 'primary'}
                disabled={missing !== undefined}
                pending={form.busy}
                pendingLabel={t('saving')}
              >
                {t(isLast ? 'finish' : 'next')}
              </Button>
            </div>
          </Form>
        </div>
        <aside className="sticky top-8 self-start max-lg:hidden">
          <PagePreview fields={typed} avatarUrl={avatarUrl} face={face} host={host} />
        </aside>
      </main>
      <SiteFooter own />
    </>
  )
}

/** The step the answer asks for; after a refusal, the first one with a mistake. */
function stepOf(answer: SetUpAnswer, draft: SetUpWizardProps['draft']): number {
  if (!answer) return stepLeft(draft)
  if (answer.more) return answer.more.step
  const wrong = Object.keys(answer.errors)
  if (wrong.some((name) => basicNames.includes(name))) return 0
  if (wrong.length > 0) return 1
  const sent = Number(textOf(answer.typed, 'step'))
  return sent in steps ? sent : 0
}

/** Where somebody goes on who comes back: a step is only kept when all of it was right. */
function stepLeft(draft: SetUpWizardProps['draft']): number {
  const isFilled = (name: string) => (draft[name] ?? '') !== ''
  if (!isFilled('businessName')) return 0
  return isFilled('location') && isFilled('contact') ? 2 : 1
}

/** Another step begins at its heading, for the eye and for screen readers. */
function useHeadingOf(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    heading.current?.focus()
    window.scrollTo({ top: 0 })
  }, [step])
  return heading
}

function useLabels(): Record<string, string> {
  const t = useTranslations('account.onboarding')
  const p = useTranslations('profile')
  return {
    fullName: t('fullName'),
    businessName: t('businessName'),
    username: t('username'),
    description: p('description'),
    specialties: p('specialties'),
    experienceYears: p('experienceYears'),
    location: t('location'),
    serviceAreas: p('serviceAreas'),
    contact: t('contact'),
    contactEmail: t('contactEmail'),
    contactTelegram: p('telegram'),
    telegramBotUsername: p('telegramBotUsername'),
    country: t('country'),
    timeZone: t('timeZone'),
    currency: t('currency'),
    language: t('language'),
    website: p('website'),
    instagram: p('instagram'),
    facebook: p('facebook'),
    twitter: p('twitter'),
  }
}

/** For somebody who signed up by mistake: there are no settings yet. */
function SignOutLink() {
  const t = useTranslations('account.signOut')
  return (
    <LinkButton to="/signout" variant="quiet" size="small">
      {t('button')}
    </LinkButton>
  )
}
