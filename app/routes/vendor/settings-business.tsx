import { useTranslations } from 'use-intl'
import { CurrencyForm } from '#app/features/settings/currency-form.tsx'
import { LanguageForm } from '#app/features/settings/language-form.tsx'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { ZoneForm } from '#app/features/settings/zone-form.tsx'
import {
  reachText,
  scheduleRefusals,
  strandedText,
} from '#app/features/workspace/class-answers.server.ts'
import { formAction } from '#app/http/form-action.ts'
import { textOf } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf, pageLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { currencyChoices, zoneChoices } from '#app/locale/places.ts'
import { translator } from '#app/locale/translate.ts'
import { changeCurrency, findCurrencyObstacle } from '#core/bookings/commands/change-currency.ts'
import { changeZone } from '#core/schedule/commands/change-zone.ts'
import { zoneSchema } from '#core/schedule/schema.ts'
import { versionOf } from '#core/shared/version.ts'
import { changeLanguage } from '#core/vendors/commands/change-language.ts'
import { currencies } from '#core/vendors/rules.ts'
import { currencySchema, languageSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/settings-business'

const here = '/settings/business'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { vendor, language } = managerOf(context)
  return {
    timeZone: vendor.timeZone,
    currency: vendor.currency,
    language,
    versions: {
      zone: versionOf({ timeZone: vendor.timeZone }),
      currency: versionOf({ currency: vendor.currency }),
      language: versionOf({ language }),
    },
    obstacle: await findCurrencyObstacle(depsOf(context).db, vendor.id),
    zones: zoneChoices(),
    currencies: currencyChoices(pageLanguage(request, context), currencies),
  }
}

const { field } = refusalsIn('settings')
const failures = ({ t }: { t: ReturnType<typeof translator<'settings'>> }) => ({
  failed: { title: t('business.failed') },
})

const zone = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => zoneSchema,
  fields:
    () =>
    ({ timeZone }) => ({ timeZone }),
  run: ({ deps, member, form, version }) =>
    changeZone(deps.db, member.vendor.id, form, new Date(), version),
  refusals: {
    timeZone: wrong('timeZone', 'timeZone', 400),
    ...pick(scheduleRefusals({ time: 'timeZone', capacity: 'timeZone' })),
  },
  failures,
  done: ({ deps, language, result: { changed, told, stranded }, t }) => {
    const count = changed > 0 && t('business.sessions', { count: changed })
    return redirectWithToast(deps, here, {
      title: t('business.zoneSaved'),
      text: [
        count,
        reachText({ ...told, unreached: 0 }, language),
        // They are not listed here.
        told.unreached > 0 && translator(language, 'workspace')('unreached', told),
        strandedText(stranded, language),
      ]
        .filter(Boolean)
        .join(' '),
    })
  },
})

/** The schedule refusals that a change of time zone can cause. */
function pick({
  skipped_start,
  would_be_past,
  slots_overlap,
  starts_together,
  not_agreed,
}: ReturnType<typeof scheduleRefusals>) {
  return { skipped_start, would_be_past, slots_overlap, starts_together, not_agreed }
}

const currency = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => currencySchema,
  fields: () => (form) => form,
  run: ({ deps, member, form, version }) =>
    changeCurrency(deps.db, member.vendor.id, form, new Date(), version),
  refusals: {
    money_recorded: field('currency', 'business.obstacles.money_recorded'),
    bundles_sold: field('currency', 'business.obstacles.bundles_sold'),
    money_owed: field('currency', 'business.obstacles.money_owed'),
  },
  failures,
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('business.currencySaved') }),
})

const language = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => languageSchema,
  fields: () => (form) => form,
  run: ({ deps, member: { vendor, userId }, form, version }) =>
    changeLanguage(deps.db, { vendorId: vendor.id, userId }, form, version),
  refusals: {},
  failures,
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('business.languageSaved') }),
})

export const action = byIntent({ currency, language, zone }, zone)

export const clientAction = keepForm

export default function SettingsBusiness({ loaderData, actionData }: Route.ComponentProps) {
  const entries = useTranslations('settings.entries')
  const { timeZone, zones, obstacle, versions, currencies: offered } = loaderData
  const intent = actionData && textOf(actionData.typed, 'intent')
  const answerTo = (name: string) => (intent === name ? actionData : undefined)
  return (
    <>
      <SettingsHeader title={entries('business')} />
      <div className="grid max-w-3xl gap-8 pb-12 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-8">
        <ZoneForm
          version={versions.zone}
          timeZone={timeZone}
          zones={zones}
          answer={answerTo('zone')}
        />
        <CurrencyForm
          version={versions.currency}
          currency={loaderData.currency}
          currencies={offered}
          obstacle={obstacle}
          answer={answerTo('currency')}
        />
        <LanguageForm
          version={versions.language}
          language={loaderData.language}
          answer={answerTo('language')}
        />
      </div>
    </>
  )
}
