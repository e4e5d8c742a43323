import { useRef } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { findPlan } from '#core/plans/queries.ts'
import { allows } from '#core/plans/rules.ts'
import { palette } from '#core/shared/palette.ts'
import { resendContactConfirmation } from '#core/vendors/commands/contact-address.ts'
import { versionOf } from '#core/shared/version.ts'
import { changePage, pageValues } from '#core/vendors/commands/change-page.ts'
import { layouts, layoutsOf } from '#core/vendors/rules.ts'
import { type PageForm, pageSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/page-settings'

/** What the picker opens with: the product's own green. */
const firstColour = palette.light.accent
/** Suggested beside the picker; each can be read on the page. */
const swatches = {
  green: '#075c3b',
  teal: '#0f6b6e',
  blue: '#1d4ed8',
  violet: '#6d28d9',
  magenta: '#a21caf',
  red: '#be123c',
  orange: '#b45309',
  slate: '#334155',
} as const

export async function loader({ context }: Route.LoaderArgs) {
  const { vendor } = managerOf(context)
  const deps = depsOf(context)
  const plan = await findPlan(deps, vendor.id)
  return {
    pending: vendor.pendingContactEmail && {
      email: vendor.pendingContactEmail,
      current: vendor.contactEmail,
    },
    bot: vendor.telegramBotUsername,
    offered: { layouts: layoutsOf(plan), ownColour: allows(plan, 'branding') },
    fields: pageFields(pageValues(vendor)),
    version: versionOf(pageValues(vendor)),
  }
}

const { field, problem } = refusalsIn('settings')

const save = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => pageSchema,
  fields: () => pageFields,
  run: ({ deps, visitor, member: { vendor, email }, form, version }) => {
    const of = { vendorId: vendor.id, country: vendor.country, signInAddress: email, visitor }
    return changePage(deps, of, form, version)
  },
  refusals: {
    phone_invalid: wrong('contactPhone', 'phone_invalid', 400),
    phone_short: wrong('contactPhone', 'phone_short', 400),
    phone_unsure: wrong('contactPhone', 'phone_unsure', 400),
    layout_not_in_plan: field('layout', 'page.notInPlan'),
    colour_not_in_plan: field('colour', 'page.notInPlan'),
    contact_rate_limited: field('contactEmail', 'page.contactRateLimited', 429),
  },
  failures: ({ t }) => ({ failed: { title: t('page.failed'), text: t('page.failedText') } }),
  done: ({ deps, result: { asked }, t }) =>
    redirectWithToast(deps, '/dashboard/settings/page', {
      title: t('page.updated'),
      text: asked === null ? t('page.updatedText') : t('page.askedText', { email: asked }),
    }),
})

const resend = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => noFields,
  run: ({ deps, visitor, member: { vendor } }) =>
    resendContactConfirmation(deps, visitor, vendor.id),
  refusals: { contact_rate_limited: problem('page.contactRateLimited', 429) },
  done: ({ deps, result: { email }, t }) =>
    redirectWithToast(deps, '/dashboard/settings/page', {
      title: t('page.resent'),
      text: t('page.askedText', { email }),
    }),
})

export const action = byIntent({ resend }, save)

/** Formats the page's values for its form. */
function pageFields(page: PageForm): Record<string, string> {
  return {
    ...(page.layout && { layout: page.layout }),
    ...(page.colour && { colour: page.colour }),
    accent: page.accent ?? firstColour,
    contactEmail: page.contactEmail ?? '',
    contactPhone: page.contactPhone ?? '',
    contactTelegram: page.contactTelegram ?? '',
  }
}

export const clientAction = keepForm

/** Label, hint, input and mistake of two fields share their rows, so that the inputs line up. */
const ofRow = 'sm:row-span-4 sm:grid-rows-subgrid'

export default function PageSettings({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('settings.page')
  const entries = useTranslations('settings.entries')
  const w = useTranslations('workspace')
  const labels = {
    layout: t('layout'),
    colour: t('colour'),
    accent: t('accent'),
    contactTelegram: t('telegram'),
    contactEmail: t('email'),
    contactPhone: t('phone'),
  }
  const { bot, offered, pending, version, fields: values } = loaderData
  const shows = {
    layout: (layout: string) =>
      t(layout === 'catalogue' ? 'layouts.catalogue' : 'layouts.schedule'),
    colour: (colour: string) => t(colour === 'own' ? 'colours.own' : 'colours.standard'),
  }
  const form = useForm(actionData, { labels, values, shows })
  const { fields } = form
  const accent = useRef<HTMLInputElement>(null)
  return (
    <>
      <SettingsHeader title={entries('look')} text={t('text')} />
      {pending && (
        <Banner
          className="mb-6 max-w-3xl"
          title={t('pending', { email: pending.email })}
          text={
            pending.current === null
              ? t('pendingNone')
              : t('pendingCurrent', { email: pending.current })
          }
          action={
            <Form method="post">
              <Button variant="secondary" name="intent" value="resend">
                {t('resend')}
              </Button>
            </Form>
          }
        />
      )}
      <Form method="post" className="max-w-3xl pb-6">
        <Card as="section" aria-label={entries('look')} className="group/look grid gap-6">
          <ShownVersion version={version} answer={actionData} />
          <FormSummary form={form} />
          <RadioCards
            id={form.field('layout').id}
            legend={t('layout')}
            name="layout"
            columns={2}
            defaultValue={fields['layout'] ?? values['layout']}
            description={offered.layouts.length < layouts.length ? t('notInPlan') : undefined}
            errors={form.of('layout')}
            options={layouts.map((layout) => ({
              value: layout,
              title: t(`layouts.${layout}`),
              text: t(`layoutTexts.${layout}`),
              disabled: !offered.layouts.includes(layout),
            }))}
          />
          <RadioCards
            id={form.field('colour').id}
            legend={t('colour')}
            name="colour"
            columns={2}
            defaultValue={fields['colour'] ?? values['colour']}
            errors={form.of('colour')}
            options={(['standard', 'own'] as const).map((colour) => ({
              value: colour,
              title: t(`colours.${colour}`),
              text: t(`colourTexts.${colour}`),
              disabled: !offered.ownColour,
            }))}
          />
          <div className="group-has-[[name=colour][value=standard]:checked]/look:hidden">
            <TextField
              {...form.text('accent')}
              label={t('accent')}
              description={t('accentText')}
              ref={accent}
              type="color"
              disabled={!offered.ownColour}
              className="max-w-md"
            />
            <div className="mt-3 flex flex-wrap gap-2">
              {Object.entries(swatches).map(([name, colour]) => (
                <button
                  key={name}
                  type="button"
                  aria-label={t('swatch', { name })}
                  title={t('swatch', { name })}
                  disabled={!offered.ownColour}
                  style={{ backgroundColor: colour }}
                  className="size-11 rounded-full border border-line disabled:opacity-40"
                  onClick={() => {
                    if (accent.current) accent.current.value = colour
                  }}
                />
              ))}
            </div>
          </div>
          <div className="grid items-start gap-x-4 gap-y-4 sm:grid-cols-2 sm:gap-y-1.5">
            <TextField
              className={ofRow}
              {...form.text('contactTelegram')}
              label={t('telegram')}
              description={t('telegramText', { bot: bot ?? 'none' })}
              autoCapitalize="none"
              spellCheck={false}
              before="@"
            />
            <TextField
              className={ofRow}
              {...form.text('contactPhone')}
              label={t('phone')}
              description={t('phoneText')}
              type="tel"
            />
            <TextField
              {...form.text('contactEmail')}
              label={t('email')}
              description={t('emailText')}
              type="email"
            />
          </div>
          <div>
            <Button pending={form.busy} pendingLabel={w('saving')}>
              {w('save')}
            </Button>
          </div>
        </Card>
      </Form>
    </>
  )
}
