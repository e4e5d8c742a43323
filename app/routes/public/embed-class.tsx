import { data } from 'react-router'
import { EmbedMissing, EmbedPage } from '#app/features/embed/embed-page.tsx'
import { embeddedNothing, embeddedPage } from '#app/features/embed/embedded.server.ts'
import { depsOf } from '#app/http/request.ts'
import { findPublicClass } from '#core/classes/queries/class-cards.ts'
import { bookingPath } from '#core/classes/rules.ts'
import { findShopfront } from '#core/vendors/queries.ts'
import type { Route } from './+types/embed-class'

/** Frames load nothing but the page itself. */
export const handle = { plain: true }

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const asked = { request, context }
  const deps = depsOf(context)
  const found = await findPublicClass(deps.db, params.classId)
  if (!found) return data(embeddedNothing(asked), { status: 404 })
  const { accent, asks } = await findShopfront(deps, found.vendor.id)
  return data(
    await embeddedPage(
      asked,
      { classId: found.id },
      {
        accent,
        name: found.title,
        path: bookingPath(found),
        zone: found.timeZone,
        withTitles: false,
        asked: asks ? found.vendor.name : null,
        registrationClosed: found.registrationClosed,
        courts: [],
      },
    ),
  )
}

export default function EmbeddedClass({ loaderData }: Route.ComponentProps) {
  const { page, nonce } = loaderData
  return page ? <EmbedPage {...page} nonce={nonce} /> : <EmbedMissing nonce={nonce} />
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? []
