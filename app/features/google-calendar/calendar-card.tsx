import CalendarDays from 'lucide-react/icons/calendar-days'
import { type ReactNode, useEffect } from 'react'
import { Form, Link, useNavigation, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useReloadWhenBack } from '#app/features/forms/use-reload-when-back.ts'
import { useForm } from '#app/features/forms/use-form.ts'
import { ServiceRow } from '#app/features/settings/service-row.tsx'
import { type AnyFormAnswer, textOf } from '#app/http/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { CheckboxField } from '#app/ui/checkbox-field.tsx'
import { ProgressBar } from '#app/ui/progress-bar.tsx'
import type { Connection } from '#core/calendar/queries.ts'
import type { CalendarCardShown } from './calendar-card.server.ts'

type CalendarCardProps = { calendar: CalendarCardShown; answer: AnyFormAnswer }

/** The connection with Google Calendar, the same wherever it is shown. */
export function CalendarCard({ calendar, answer }: CalendarCardProps) {
  return (
    <Card as="section">
      <CalendarRow calendar={calendar} answer={answer} />
    </Card>
  )
}

const intents = new Set(['disconnectCalendar', 'checkCalendar', 'followCalendars'])

/** Without the card around it, for a page that lists several services. */
export function CalendarRow({ calendar, answer }: CalendarCardProps) {
  const t = useTranslations('googleCalendar')
  const { isConfigured, connection, followsBusy } = calendar
  const isOurs = answer !== undefined && intents.has(textOf(answer.typed, 'intent'))
  const form = useForm(isOurs ? answer : undefined)
  const isStopped = connection?.brokenBecause === 'stopped'
  return (
    <ServiceRow icon={<CalendarDays aria-hidden="true" />} title={t('title')}>
      <FormSummary form={form} />
      {connection === null && !isConfigured && <NotConfigured />}
      {connection === null && isConfigured && (
        <>
          <p className="text-muted">{t('offer')}</p>
          <ConnectForm label={t('connect')} />
        </>
      )}
      {connection && (
        <>
          <ConnectionState connection={connection} />
          {isStopped && (
            <div>
              <LinkButton to="/settings/security" size="small">
                {t('security')}
              </LinkButton>
            </div>
          )}
          {connection.state === 'broken' && !isStopped && isConfigured && (
            <ConnectForm label={t('reconnect')} />
          )}
          <div className="flex flex-wrap gap-3 pt-1">
            {connection.state !== 'broken' && isConfigured && (
              <IntentButton intent="checkCalendar" variant="secondary">
                {t('check')}
              </IntentButton>
            )}
            <IntentButton intent="disconnectCalendar" variant="quiet">
              {t('disconnect')}
            </IntentButton>
          </div>
          {/* What was read last still counts while the connection is broken. */}
          {(connection.state !== 'broken' || connection.calendars.length > 0) && (
            <BusyTimes connection={connection} followsBusy={followsBusy} busy={form.busy} />
          )}
        </>
      )}
    </ServiceRow>
  )
}

function NotConfigured() {
  const t = useTranslations('googleCalendar')
  return (
    <p>
      <Badge className="me-2">{t('notConfigured')}</Badge>
      {t.rich('notConfiguredText', {
        api: (words) => (
          <Link to="/settings/api" className="underline underline-offset-4">
            {words}
          </Link>
        ),
      })}
    </p>
  )
}

type IntentButtonProps = { intent: string; variant: 'secondary' | 'quiet'; children: ReactNode }

function IntentButton({ intent, variant, children }: IntentButtonProps) {
  return (
    <Form method="post" preventScrollReset>
      <Button variant={variant} name="intent" value={intent}>
        {children}
      </Button>
    </Form>
  )
}

/** Leads to Google's page. */
export function ConnectForm({ label }: { label: string }) {
  const t = useTranslations('googleCalendar')
  const isLeaving = useNavigation().formData?.get('intent') === 'connect'
  useReloadWhenBack()
  return (
    <Form method="post" action="/google-calendar-callback" className="pt-1">
      <Button name="intent" value="connect" pending={isLeaving} pendingLabel={t('connecting')}>
        {label}
      </Button>
    </Form>
  )
}

const lookAgainMs = 2000

function ConnectionState({ connection }: { connection: Connection }) {
  const t = useTranslations('googleCalendar')
  const { state, email, wanted, written } = connection
  const isStopped = connection.brokenBecause === 'stopped'
  const lastProblem = connection.lastProblem === 'forbidden' ? 'refused' : connection.lastProblem
  const { revalidate } = useRevalidator()
  const isWriting = state === 'writing'
  useEffect(() => {
    if (!isWriting) return undefined
    const look = setInterval(() => void revalidate(), lookAgainMs)
    return () => clearInterval(look)
  }, [isWriting, revalidate])
  return (
    <div className="grid gap-1">
      <p>
        {state === 'broken' ? (
          <Badge tone={isStopped ? 'warn' : 'bad'}>
            {t(isStopped ? 'stoppedBadge' : 'brokenBadge')}
          </Badge>
        ) : (
          <Badge tone="good">{t('connected')}</Badge>
        )}
      </p>
      {email !== null && <p className="text-muted wrap-anywhere">{t('account', { email })}</p>}
      {state === 'broken' && <p>{t(isStopped ? 'stopped' : 'broken')}</p>}
      {isWriting && (
        <div className="grid gap-2">
          <p aria-live="polite">{t('writing', { written, wanted })}</p>
          <ProgressBar
            label={t('writingLabel')}
            text={t('writing', { written, wanted })}
            value={written}
            max={Math.max(1, wanted)}
            className="max-w-sm"
          />
        </div>
      )}
      {state === 'connected' && <p>{t('complete', { wanted })}</p>}
      {state !== 'broken' && isProblem(lastProblem) && (
        <Banner tone="warn" title={t(`problems.${lastProblem}`)} className="mt-1" />
      )}
    </div>
  )
}

type Problem = 'limited' | 'unreachable' | 'misconfigured' | 'refused'
const isProblem = (name: string | null): name is Problem =>
  name !== null && ['limited', 'unreachable', 'misconfigured', 'refused'].includes(name)

type BusyTimesProps = { connection: Connection; followsBusy: boolean; busy: boolean }

/** Whose busy times count, and for what. */
function BusyTimes({ connection, followsBusy, busy }: BusyTimesProps) {
  const t = useTranslations('googleCalendar.busy')
  const { calendars, closesBooking, mayList } = connection
  return (
    <section className="mt-3 grid gap-2 border-t border-line pt-4">
      <h4 className="font-medium">{t('title')}</h4>
      {!followsBusy && (
        <>
          <p className="text-muted">{t('notInPlan')}</p>
          <div>
            <LinkButton to="/subscription" variant="secondary" size="small">
              {t('plan')}
            </LinkButton>
          </div>
        </>
      )}
      {followsBusy && (
        <>
          <p className="text-muted">{t('text')}</p>
          {calendars.length === 0 ? (
            <p>{t('none')}</p>
          ) : (
            <Form method="post" preventScrollReset className="grid gap-1">
              <input type="hidden" name="intent" value="followCalendars" />
              {calendars.map(({ id, name, isPrimary, isFollowed }) => (
                <CheckboxField
                  key={`${id} ${isFollowed}`}
                  id={`calendar-${id}`}
                  name="calendars"
                  value={id}
                  label={<bdi>{isPrimary || name === '' ? t('primary') : name}</bdi>}
                  defaultChecked={isFollowed}
                />
              ))}
              {!mayList && <p className="text-sm text-muted">{t('onlyMain')}</p>}
              <CheckboxField
                key={`closes ${closesBooking}`}
                id="calendar-closes"
                name="closesBooking"
                label={t('closes')}
                description={t('closesText')}
                defaultChecked={closesBooking}
                className="border-t border-line pt-1"
              />
              <div>
                <Button variant="secondary" pending={busy}>
                  {t('save')}
                </Button>
              </div>
            </Form>
          )}
        </>
      )}
    </section>
  )
}
