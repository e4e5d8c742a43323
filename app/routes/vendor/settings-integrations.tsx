import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { CardsCard } from '#app/features/cards/cards-card.tsx'
import { cardsState, connectCardPayments } from '#app/features/cards/cards-settings.server.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { ShownVersion } from '#app/features/forms/hidden-fields.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { calendarActions } from '#app/features/google-calendar/calendar-actions.server.ts'
import { CalendarCard, CalendarRow } from '#app/features/google-calendar/calendar-card.tsx'
import { readCalendarCard } from '#app/features/google-calendar/calendar-card.server.ts'
import { SettingsHeader } from '#app/features/settings/settings-header.tsx'
import { TelegramSection } from '#app/features/telegram/telegram-section.tsx'
import {
  connectTelegram,
  disconnectTelegram,
  stopTelegram,
  telegramState,
} from '#app/features/telegram/telegram-settings.server.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { manager, managerOf } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { versionOf } from '#core/shared/version.ts'
import { changeBot, removeBot } from '#core/vendors/commands/change-bot.ts'
import { botSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/settings-integrations'

const here = '/settings/integrations'

export async function loader({ context }: Route.LoaderArgs) {
  const member = managerOf(context)
  const { vendor } = member
  return {
    fields: botFields(vendor),
    version: versionOf({ telegramBotUsername: vendor.telegramBotUsername }),
    name: vendor.contactTelegram,
    zone: vendor.timeZone,
    calendar: await readCalendarCard(depsOf(context), vendor.id),
    telegram: await telegramState(depsOf(context), member),
    cards: await cardsState(depsOf(context), member),
  }
}

const botFields = ({ telegramBotUsername }: { telegramBotUsername: string | null }) => ({
  telegramBotUsername: telegramBotUsername ?? '',
})

const save = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => botSchema,
  fields: () => botFields,
  run: ({ deps, member, form, version }) => changeBot(deps.db, member.vendor.id, form, version),
  refusals: {},
  failures: ({ t }) => ({
    failed: { title: t('integrations.failed'), text: t('integrations.failedText') },
  }),
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('integrations.saved') }),
})

const remove = formAction({
  allow: manager,
  texts: 'settings',
  schema: () => noFields,
  run: ({ deps, member }) => removeBot(deps.db, member.vendor.id),
  refusals: {},
  failures: ({ t }) => ({
    failed: { title: t('integrations.failed'), text: t('integrations.failedText') },
  }),
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('integrations.removed') }),
})

export const action = byIntent(
  {
    remove,
    ...calendarActions,
    connectTelegram,
    disconnectTelegram,
    stopTelegram,
    connectCardPayments,
  },
  save,
)

export const clientAction = keepForm

export default function SettingsIntegrations({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('settings.integrations')
  const s = useTranslations('settings')
  const { fields: values, version, name, telegram, calendar, cards, zone } = loaderData
  const hasCalendar = calendar.isConfigured || calendar.connection !== null
  const labels = { telegramBotUsername: t('botUsername') }
  const isAboutName = actionData && 'telegramBotUsername' in actionData.typed
  const form = useForm(isAboutName ? actionData : undefined, { labels, values })
  const hasBot = values.telegramBotUsername !== ''
  return (
    <>
      <SettingsHeader title={t('title')} />
      <div className="grid max-w-3xl gap-6 pb-12">
        {hasCalendar && <CalendarCard calendar={calendar} answer={actionData} />}
        <CardsCard cards={cards} zone={zone} answer={actionData} />
        <TelegramSection
          state={telegram}
          zone={zone}
          answer={actionData}
          isOpen={hasBot || Boolean(isAboutName)}
        >
          {!telegram.bot?.isOwn && (
            <Form method="post" className="grid gap-4 border-t border-line pt-4">
              <h4 className="text-base font-medium">{t('bot')}</h4>
              <p className="text-muted">{t.rich('botText', { contact: contactLink })}</p>
              {hasBot && <p>{name === null ? t('botIsOpened') : t('nameIsOpened', { name })}</p>}
              <ShownVersion version={version} answer={form.answer} />
              <FormSummary form={form} />
              <TextField
                {...form.text('telegramBotUsername')}
                label={t('botUsername')}
                description={t('botUsernameText')}
                autoCapitalize="none"
                spellCheck={false}
                before="@"
                className="max-w-md"
              />
              <div className="flex flex-wrap gap-3">
                <Button pending={form.busy} pendingLabel={s('saving')}>
                  {t('saveBot')}
                </Button>
                {hasBot && (
                  <Button variant="quiet" name="intent" value="remove">
                    {t('removeBot')}
                  </Button>
                )}
              </div>
            </Form>
          )}
        </TelegramSection>
        {!hasCalendar && (
          <details className="border-t border-line pt-3">
            <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              {t('unavailable')}
            </summary>
            <div className="grid gap-5 pt-3">
              <CalendarRow calendar={calendar} answer={actionData} />
            </div>
          </details>
        )}
      </div>
    </>
  )
}

function contactLink(children: ReactNode) {
  return (
    <Link to="/dashboard/settings/page" className="underline underline-offset-4">
      {children}
    </Link>
  )
}
