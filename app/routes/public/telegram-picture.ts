import { redirect } from 'react-router'
import { readPicture, stockPicture } from '#app/features/booking/telegram-picture.server.ts'
import { depsOf, visitorOf } from '#app/http/request.ts'
import { urlText } from '#app/http/url-text.ts'
import { chatAddress } from '#core/telegram/rules.ts'
import { findLoggedIn } from '#core/telegram/steps/find-logged-in.ts'
import type { Route } from './+types/telegram-picture'

/** The picture of who is logged in with Telegram in this browser. Nobody else's can be asked for. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const person = await findLoggedIn(deps, request.headers, Number(urlText(url, 'bot')))
  if (!person) return redirect(stockPicture(0))
  const taken = await deps.limits.facesPerNetwork.take(visitorOf(request, context).network)
  if (!taken.ok) return redirect(stockPicture(person.telegramId))
  return readPicture(deps, chatAddress(person.botId, person.telegramId))
}
