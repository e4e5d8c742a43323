import { redirect } from 'react-router'
import { TrainerFailed, TrainerMissing } from '#app/features/trainer/trainer-missing.tsx'
import { missingTrainer, trainerPage } from '#app/features/trainer/trainer-page.server.ts'
import { TrainerPage } from '#app/features/trainer/trainer-page.tsx'
import { depsOf } from '#app/http/request.ts'
import { unlisted } from '#app/seo/titles.ts'
import { findVendorByUsername } from '#core/vendors/queries.ts'
import type { Route } from './+types/trainer'

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const asked = { request, context, url }
  if (!/^[\w-]{3,30}$/.test(params.username)) return missingTrainer(asked, params)
  const vendor = await findVendorByUsername(depsOf(context), params.username)
  if (!vendor) return missingTrainer(asked, params)
  // A former name, or the name in capitals, leads to the one that counts.
  if (vendor.username !== params.username) throw redirect(`/${vendor.username}${url.search}`, 301)
  return trainerPage(asked, vendor)
}

export default function Trainer({ loaderData }: Route.ComponentProps) {
  return loaderData.vendor ? (
    <TrainerPage {...loaderData} />
  ) : (
    <TrainerMissing byId={false} isSuspended={loaderData.isSuspended} />
  )
}

export const ErrorBoundary = TrainerFailed

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.vendor ? loaderData.head : unlisted(loaderData?.title)
}
