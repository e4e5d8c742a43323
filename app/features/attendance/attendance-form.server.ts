import { redirect } from 'react-router'
import { z } from 'zod'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { manager, member } from '#app/http/managing.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { markAttendance, markEverybodyAsCame } from '#core/attendance/commands/mark-attendance.ts'
import { waiveLateCancel } from '#core/attendance/commands/waive-late-cancel.ts'
import { markSchema, sessionMarksSchema, waiveSchema } from '#core/attendance/schema.ts'
import { localDate } from '#core/classes/schema.ts'

const { problem } = refusalsIn('attendance')

/** The day that the list shows. */
const dayField = { date: localDate }

const ofSession = /^\/dashboard\/sessions\/[\da-f-]{36}$/

/** The page of the session that shows the list, or that of the day. */
const backTo = ({ text, form }: { text: (name: string) => string; form: { date: string } }) =>
  ofSession.test(text('returnTo')) ? text('returnTo') : `/dashboard/today?date=${form.date}`

export const markForm = formAction({
  allow: member,
  texts: 'attendance',
  schema: () => markSchema.extend(dayField),
  run: ({ deps, member: { vendor }, form: { date: _date, ...mark } }) =>
    markAttendance(deps.db, vendor.id, mark),
  refusals: {
    not_held: problem('problem.not_held'),
    not_confirmed: problem('problem.not_confirmed'),
    too_early: problem('problem.too_early'),
    moved: problem('problem.moved'),
  },
  done: (asked) => redirect(`${backTo(asked)}#spot-${asked.form.bookingId}`),
})

export const everybodyForm = formAction({
  allow: member,
  texts: 'attendance',
  schema: () => sessionMarksSchema.extend(dayField),
  run: ({ deps, member: { vendor }, form }) => markEverybodyAsCame(deps.db, vendor.id, form),
  refusals: { too_early: problem('problem.too_early') },
  done: (asked) => redirect(`${backTo(asked)}#session-${asked.form.sessionId}`),
})

export const waiveForm = formAction({
  allow: manager,
  texts: 'attendance',
  schema: () => waiveSchema.extend(dayField),
  run: ({ deps, member: { vendor, userId }, form }) =>
    waiveLateCancel(deps.db, { vendorId: vendor.id, userId }, form),
  refusals: { not_late: problem('problem.not_late') },
  done: (asked) =>
    redirectWithToast(asked.deps, `${backTo(asked)}#spot-${asked.form.bookingId}`, {
      title: asked.t('waiveDone'),
    }),
})

/** What the device sends by itself: `account` is whose marks they are. */
const sentMarkSchema = markSchema.extend({ account: z.string().max(100) })

/** Whose marks a device keeps. */
export const deviceAccountOf = (of: { userId: string; vendor: { id: string } }) =>
  `${of.vendor.id}.${of.userId}`

const refuse = (reason: string) => () => ({ more: { refused: reason } })

/** A mark that was kept on a device. Its answer is read by a script. */
export const keptMarkForm = formAction({
  allow: member,
  texts: 'attendance',
  schema: () => sentMarkSchema,
  run: async ({ deps, member: of, form: { account, ...mark } }) =>
    account === deviceAccountOf(of)
      ? markAttendance(deps.db, of.vendor.id, mark)
      : { ok: false, reason: 'other_account' as const },
  refusals: {
    not_held: refuse('not_held'),
    not_confirmed: refuse('not_confirmed'),
    too_early: refuse('too_early'),
    moved: refuse('moved'),
    other_account: refuse('other_account'),
  },
  done: ({ result }) => ({ more: { storedAt: result.markedAt.getTime() } }),
})
