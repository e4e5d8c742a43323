import { formAction, noFields } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { manager } from '#app/http/managing.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { disconnectCalendar } from '#core/calendar/commands/disconnect-calendar.ts'
import { checkNow, followCalendars } from '#core/calendar/commands/follow-calendars.ts'
import { followSchema } from '#core/calendar/schema.ts'

const { problem } = refusalsIn('googleCalendar')

const disconnect = formAction({
  allow: manager,
  texts: 'googleCalendar',
  schema: () => noFields,
  run: ({ deps, member }) => disconnectCalendar(deps, member.vendor.id),
  refusals: {},
  failures: ({ t }) => ({ failed: { title: t('disconnectFailed'), text: t('tryAgain') } }),
  done: ({ deps, url, t, result: { revoked } }) =>
    redirectWithToast(deps, url.pathname, {
      tone: revoked ? 'good' : 'warn',
      title: t('disconnected'),
      text: t(revoked ? 'disconnectedText' : 'notRevoked'),
    }),
})

const check = formAction({
  allow: manager,
  texts: 'googleCalendar',
  schema: () => noFields,
  run: ({ deps, member }) => checkNow(deps, member.vendor.id),
  refusals: {},
  done: ({ deps, url, t }) => redirectWithToast(deps, url.pathname, { title: t('checking') }),
})

const follow = formAction({
  allow: manager,
  texts: 'googleCalendar',
  schema: () => followSchema,
  run: ({ deps, member, form }) => followCalendars(deps, member.vendor.id, form),
  refusals: { not_in_plan: problem('busy.notInPlan') },
  failures: ({ t }) => ({ failed: { title: t('busy.failed') } }),
  done: ({ deps, url, t }) => redirectWithToast(deps, url.pathname, { title: t('busy.saved') }),
})

/** The buttons of the card, for every page that has it. */
export const calendarActions = {
  disconnectCalendar: disconnect,
  checkCalendar: check,
  followCalendars: follow,
}
