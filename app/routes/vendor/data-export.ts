import { redirect } from 'react-router'
import { readmeOf } from '#app/features/export-readme/readme.server.ts'
import { csvWords } from '#app/features/vendor-bookings/csv-words.server.ts'
import { failureOf } from '#app/http/failures.ts'
import { ownerOf } from '#app/http/managing.ts'
import { restoreField } from '#app/http/form-answer.ts'
import { depsOf, formOf, pageLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { exportData } from '#core/own-data/commands/export-data.ts'
import { todayIn } from '#core/shared/time.ts'
import type { Route } from './+types/data-export'

const page = '/settings/data'

/** Where a sign-in leads that the form asked for. */
export function loader() {
  return redirect(page)
}

/** The zip with everything; a refusal is said on the page. */
export async function action(args: Route.ActionArgs) {
  const { request, context } = args
  const { userId, vendor } = ownerOf(context)
  // The form was sent before a sign-in; nothing is done with it until somebody sends it again.
  if ((await formOf(request)).has(restoreField)) return redirect(page, 303)
  const deps = depsOf(context)
  const language = pageLanguage(request, context)
  const t = translator(language, 'ownData')
  const now = new Date()
  const { timeZone, name: business } = vendor
  try {
    const by = { vendorId: vendor.id, userId }
    const done = await exportData(deps, by, {
      readme: readmeOf(language, { business, timeZone, now }),
      language,
      words: csvWords(language),
    })
    if (!done.ok) return await refuse(t(`export.problems.${done.reason}`))
    return new Response(done.body, {
      headers: {
        'content-type': 'application/zip',
        'content-length': `${done.bytes}`,
        'content-disposition': `attachment; filename="openspot-${todayIn(timeZone, now)}.zip"`,
        'cache-control': 'private, no-store',
      },
    })
  } catch (error) {
    const { problem } = failureOf(args, error)
    return refuse(t(`export.problems.${problem.kind === 'busy' ? 'busy' : 'failed'}`))
  }

  function refuse(title: string): Promise<Response> {
    return redirectWithToast(deps, page, { tone: 'bad', title, status: 303 })
  }
}
