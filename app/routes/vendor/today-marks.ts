import { redirect } from 'react-router'
import { keptMarkForm } from '#app/features/attendance/attendance-form.server.ts'
import type { Route } from './+types/today-marks'

/** It only takes marks; who opens it is led to the list. */
export function loader() {
  return redirect('/dashboard/today')
}

/** Takes the marks that a device kept, one at a time. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const answer = await keptMarkForm(args)
  return answer instanceof Response ? answer : Response.json(answer.data, answer.init ?? {})
}
