import { redirect } from 'react-router'
import { callbackStatuses } from '#app/features/google-calendar/callback-statuses.ts'
import { findCalendarManager } from '#app/features/google-calendar/calendar-manager.server.ts'
import { depsOf, visitorOf } from '#app/http/request.ts'
import { withCookies } from '#app/http/session.ts'
import { connectCalendar } from '#core/calendar/commands/connect-calendar.ts'
import type { Route } from './+types/google-calendar-finish'

/**
 * What the page of the callback asks for by script: 200 when the calendar is connected, a redirect where somebody has to sign in
 * first, anything else is a failure. Its state counts once and belongs to this browser, so a GET may do it.
 */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { searchParams } = url
  const manager = await findCalendarManager(request, context)
  if (!manager) return redirect('/login?redirect_to=/settings/integrations')
  const { headers, network } = visitorOf(request, context)
  const code = searchParams.get('code') ?? ''
  const state = searchParams.get('state') ?? ''
  const done = await connectCalendar(deps, manager, { code, state, headers, network })
  return Response.json(done.ok ? { connected: true } : { reason: done.reason }, {
    status: done.ok ? 200 : callbackStatuses[done.reason],
    headers: withCookies(done.cookies),
  })
}
