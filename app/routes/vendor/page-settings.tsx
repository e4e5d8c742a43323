import { data, Form, redirect, useNavigation } from 'react-router'
import { useTranslations } from 'use-intl'
import { textsIn, typedIn } from '#app/http/form-answer.ts'
import { errorsIn } from '#app/features/workspace/class-answers.server.ts'
import { useFormErrors } from '#app/features/workspace/form-errors.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import type { Member } from '#app/http/context.ts'
import { parseForm } from '#app/http/forms.ts'
import { managerOf } from '#app/http/managing.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FormProblem } from '#app/ui/form-problem.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { allows, layoutsOf, planInForce } from '#core/plans/rules.ts'
import { palette } from '#core/shared/palette.ts'
import { changePage } from '#core/vendors/commands/change-page.ts'
import { layouts } from '#core/vendors/rules.ts'
import { pageSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/page-settings'

/** What the picker opens with: the product's own green. */
const firstColour = palette.light.accent

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  return {
    offered: offeredTo(vendor, depsOf(context).settings.plans),
    fields: {
      colour: vendor.accent === null ? 'standard' : 'own',
      accent: vendor.accent ?? firstColour,
      layout: vendor.layout,
      description: vendor.description ?? '',
      experienceYears: vendor.experience_years === null ? '' : String(vendor.experience_years),
      contactEmail: vendor.contact_email ?? '',
      contactPhone: vendor.contact_phone ?? '',
      contactTelegram: vendor.contact_telegram ?? '',
    },
  }
}

function offeredTo(vendor: Member['vendor'], plansOn: boolean) {
  const facts = { plan: vendor.plan, trialEndsAt: vendor.trial_ends_at }
  const plan = planInForce(facts, new Date(), plansOn)
  return { layouts: layoutsOf(plan), ownColour: allows(plan, 'branding') }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { vendor } = managerOf(context)
  const { db, settings } = depsOf(context)
  const form = await formOf(request)
  const typed = textsIn(typedIn(form))
  const parsed = parseForm(pageSchema, form)
  if (!parsed.ok) return data({ errors: errorsIn(parsed.result), typed }, { status: 400 })
  const changed = await changePage(
    db,
    {
      vendorId: vendor.id,
      country: vendor.country,
      ...offeredTo(vendor, settings.plans),
    },
    parsed.value,
  )
  const t = translator(readerLanguage(request), 'workspace')
  if (!changed.ok) {
    const { errors, status } = refusals(t('page.notInPlan'))[changed.reason]
    return data({ errors, typed }, { status })
  }
  const notice = noticeCookie({
    tone: 'good',
    title: t('page.updated'),
    text: t('page.updatedText'),
  })
  return redirect('/dashboard/settings/page', { headers: { 'set-cookie': notice } })
}

const refusals = (notInPlan: string) => ({
  phone_invalid: { errors: { contactPhone: ['phone_invalid'] }, status: 400 },
  layout_not_in_plan: { errors: { layout: [notInPlan] }, status: 409 },
  colour_not_in_plan: { errors: { colour: [notInPlan] }, status: 409 },
})

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function PageSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('workspace.page')
  const w = useTranslations('workspace')
  const busy = useNavigation().state === 'submitting'
  const errors = useFormErrors(actionData, {
    layout: t('layout'),
    colour: t('colour'),
    accent: t('accent'),
    description: t('description'),
    experienceYears: t('years'),
    contactTelegram: t('telegram'),
    contactEmail: t('email'),
    contactPhone: t('phone'),
  })
  const { offered } = loaderData
  const fields: Record<string, string> =
    actionData && 'typed' in actionData ? actionData.typed : loaderData.fields
  return (
    <>
      <SectionHeader
        title={t('title')}
        text={t('text')}
        back={{ to: '/dashboard/settings', label: w('tabs.settings') }}
      />
      <Form method="post" className="max-w-3xl pb-12">
        <Card as="section" aria-label={t('title')} className="grid gap-6">
          <FormProblem {...errors.summary} />
          <RadioCards
            id={errors.field('layout').id}
            legend={t('layout')}
            name="layout"
            columns={2}
            defaultValue={fields['layout'] ?? loaderData.fields.layout}
            description={offered.layouts.length < layouts.length ? t('notInPlan') : undefined}
            errors={errors.of('layout')}
            options={layouts.map((layout) => ({
              value: layout,
              title: t(`layouts.${layout}`),
              text: t(`layoutTexts.${layout}`),
              disabled: !offered.layouts.includes(layout),
            }))}
          />
          <RadioCards
            id={errors.field('colour').id}
            legend={t('colour')}
            name="colour"
            columns={2}
            defaultValue={fields['colour'] ?? loaderData.fields.colour}
            errors={errors.of('colour')}
            options={(['standard', 'own'] as const).map((colour) => ({
              value: colour,
              title: t(`colours.${colour}`),
              text: t(`colourTexts.${colour}`),
              disabled: !offered.ownColour,
            }))}
          />
          <TextField
            {...errors.field('accent')}
            label={t('accent')}
            description={t('accentText')}
            defaultValue={fields['accent']}
            type="color"
            disabled={!offered.ownColour}
            className="max-w-md"
          />
          <TextArea
            {...errors.field('description')}
            label={t('description')}
            defaultValue={fields['description']}
            maxLength={2000}
          />
          <TextField
            {...errors.field('experienceYears')}
            label={t('years')}
            description={t('yearsText')}
            defaultValue={fields['experienceYears']}
            inputMode="numeric"
            className="max-w-xs"
          />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField
              {...errors.field('contactTelegram')}
              label={t('telegram')}
              description={t('telegramText')}
              defaultValue={fields['contactTelegram']}
              autoCapitalize="none"
              spellCheck={false}
              before="@"
            />
            <TextField
              {...errors.field('contactPhone')}
              label={t('phone')}
              description={t('phoneText')}
              defaultValue={fields['contactPhone']}
              type="tel"
            />
            <TextField
              {...errors.field('contactEmail')}
              label={t('email')}
              description={t('emailText')}
              defaultValue={fields['contactEmail']}
              type="email"
            />
          </div>
          <div>
            <Button pending={busy} pendingLabel={w('saving')}>
              {w('save')}
            </Button>
          </div>
        </Card>
      </Form>
    </>
  )
}
