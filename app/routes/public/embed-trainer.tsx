import { data, redirect } from 'react-router'
import { EmbedMissing, EmbedPage } from '#app/features/embed/embed-page.tsx'
import { embeddedNothing, embeddedPage } from '#app/features/embed/embedded.server.ts'
import { depsOf } from '#app/http/request.ts'
import { listClassesOfPage } from '#core/classes/queries/class-cards.ts'
import { findVendorByUsername } from '#core/vendors/queries.ts'
import type { Route } from './+types/embed-trainer'

/** Frames load nothing but the page itself. */
export const handle = { plain: true }

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const asked = { request, context }
  const known = /^[\w-]{3,30}$/.test(params.username)
  const vendor = known ? await findVendorByUsername(depsOf(context), params.username) : null
  if (!vendor) return data(embeddedNothing(asked), { status: 404 })
  // A former name, so that frames on other sites keep working.
  if (vendor.username !== params.username)
    throw redirect(`/embed/${vendor.username}${url.search}`, 301)
  const name = vendor.name
  const { classes } = await listClassesOfPage(depsOf(context).db, vendor.id)
  return data(
    await embeddedPage(
      asked,
      { vendorId: vendor.id },
      {
        accent: vendor.accent,
        name,
        path: `/${vendor.username}`,
        zone: vendor.timeZone,
        withTitles: true,
        asked: vendor.asks ? name : null,
        registrationClosed: false,
        courts: classes.filter(({ kind }) => kind === 'facility'),
      },
    ),
  )
}

export default function EmbeddedTrainer({ loaderData }: Route.ComponentProps) {
  const { page, nonce } = loaderData
  return page ? <EmbedPage {...page} nonce={nonce} /> : <EmbedMissing nonce={nonce} />
}

export const meta = ({ loaderData }: Route.MetaArgs) => loaderData?.head ?? []
