import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { FactList } from '#app/features/admin/fact-list.tsx'
import { useFormats } from '#app/features/admin/use-formats.ts'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { SectionHeader } from '#app/features/workspace/section-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { adminOf, superAdmin } from '#app/http/managing.ts'
import { depsOf } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader } from '#app/ui/card.tsx'
import { retryJob } from '#core/admin/commands/retry-job.ts'
import { type FailedJob, findHealth } from '#core/admin/queries/health.ts'
import { healthProblems } from '#core/admin/rules.ts'
import { jobSchema } from '#core/admin/schema.ts'
import type { Deps } from '#core/shared/deps.ts'
import { findSiteBot } from '#core/telegram/queries.ts'
import type { Route } from './+types/health'

export async function loader({ context }: Route.LoaderArgs) {
  adminOf(context)
  const deps = depsOf(context)
  const { db, settings, googleCalendar } = deps
  const health = await findHealth(db)
  return {
    ...health,
    problems: healthProblems(
      {
        oldestMessageAt: health.messages.oldestAt,
        workerSeenAt: health.workerSeenAt,
        recountAt: health.recount.at,
        miscounted: health.recount.wrong,
        failedJobs: health.failedJobs.length,
        misconfiguredCalendars: health.calendars.misconfigured,
        refusedMails: health.messages.refused,
      },
      new Date(),
    ),
    telegram: await botState(deps),
    files: settings.pictures,
    signUp: settings.signUp,
    hasCalendar: googleCalendar !== null,
  }
}

/** The installation's bot; null: none is configured. */
async function botState(deps: Deps) {
  if (deps.telegram.bot === null) return null
  const bot = await findSiteBot(deps)
  return bot === null
    ? { bot: '', state: 'waiting' as const }
    : { bot: bot.username, state: bot.problem ?? ('fine' as const) }
}

const { problem } = refusalsIn('admin')

export const action = formAction({
  allow: superAdmin,
  texts: 'admin',
  schema: () => jobSchema,
  run: ({ deps, admin, form: { jobId } }) => retryJob(deps.db, { jobId, adminId: admin.userId }),
  refusals: { gone: problem('health.jobGone') },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, '/super-admin/health', { title: t('health.retried') }),
})

export const clientAction = keepForm

export default function Health({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslations('admin')
  const h = useTranslations('admin.health')
  const { moment } = useFormats()
  const form = useForm(actionData)
  const { messages, workerSeenAt, recount, failedJobs, problems, files, signUp } = loaderData
  const { calendars, hasCalendar, telegram } = loaderData
  const when = (at: Date | null) => (at === null ? t('none') : moment(at))
  return (
    <>
      <SectionHeader
        title={h('title')}
        back={{ to: '/super-admin/dashboard', label: t('tabs.overview') }}
      />
      <div className="grid gap-6">
        <FormSummary form={form} />
        {problems.length === 0 ? (
          <Banner tone="good" title={h('good')} />
        ) : (
          <Banner
            tone="bad"
            title={h('bad')}
            text={problems.map((one) => h(`problems.${one}`)).join(' ')}
          />
        )}
        <Card as="section" aria-labelledby="messages">
          <CardHeader level={3} id="messages" title={h('messages')} />
          <FactList
            facts={[
              { label: h('waiting'), value: messages.waiting },
              {
                label: h('oldest'),
                value: messages.oldestAt === null ? h('noneWaiting') : moment(messages.oldestAt),
              },
              { label: h('delayed'), value: messages.delayed },
              { label: h('failedToday'), value: messages.failedToday },
              { label: h('lastSent'), value: when(messages.lastSentAt) },
              { label: h('lastError'), value: messages.lastError ?? t('none') },
            ]}
          />
        </Card>
        <Card as="section" aria-labelledby="recount">
          <CardHeader level={3} id="recount" title={h('recount')} />
          <FactList
            facts={[
              {
                label: h('recountAt'),
                value: recount.at === null ? h('recountNever') : moment(recount.at),
              },
              {
                label: h('recountResult'),
                value:
                  recount.wrong === null
                    ? t('none')
                    : recount.wrong === 0
                      ? h('recountGood')
                      : h('recountWrong', { count: recount.wrong }),
              },
            ]}
          />
        </Card>
        <Card as="section" aria-labelledby="providers">
          <CardHeader level={3} id="providers" title={h('providers')} />
          <FactList
            facts={[
              { label: h('database'), value: h('answers') },
              {
                label: h('worker'),
                value: workerSeenAt === null ? t('none') : h('workerRuns'),
              },
              {
                label: h('mail'),
                value:
                  messages.lastError ??
                  (messages.lastSentAt === null ? h('mailUnknown') : h('answers')),
              },
              {
                label: h('telegram'),
                value:
                  telegram === null
                    ? h('telegramNone')
                    : h(`telegramStates.${telegram.state}`, { bot: telegram.bot }),
              },
              { label: h('files'), value: h(files) },
              {
                label: h('calendar'),
                value: hasCalendar ? h('calendars', calendars) : h('calendarOff'),
              },
              { label: h('signUp'), value: h(`signUps.${signUp}`) },
            ]}
          />
        </Card>
        <Card as="section" aria-labelledby="jobs">
          <CardHeader
            level={3}
            id="jobs"
            title={h('jobs')}
            text={failedJobs.length === 0 && h('noJobs')}
          />
          <ul className="grid divide-y divide-line">
            {failedJobs.map((job) => (
              <Job key={job.id} job={job} busy={form.busy} />
            ))}
          </ul>
        </Card>
      </div>
    </>
  )
}

function Job({ job, busy }: { job: FailedJob; busy: boolean }) {
  const t = useTranslations('admin.health')
  const { moment } = useFormats()
  const { id, task, attempts, maxAttempts, failedAt, retryAt, error } = job
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{task}</p>
        <p className="text-muted wrap-anywhere">{error}</p>
        <p className="text-sm text-muted">
          {moment(failedAt)} · {t('attempts', { attempts, max: maxAttempts })} ·{' '}
          {retryAt === null ? t('noRetry') : t('retryAt', { time: moment(retryAt) })}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="jobId" value={id} />
        <Button variant="secondary" size="small" pending={busy}>
          {t('retry')}
        </Button>
      </Form>
    </li>
  )
}
