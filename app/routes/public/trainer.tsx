import { redirect } from 'react-router'
import { findVendorByUsername } from '#core/vendors/queries.ts'
import type { Route } from './+types/trainer'
import { TrainerFailed, TrainerMissing } from '../../components/trainer/trainer-missing.tsx'
import { TrainerPage } from '../../components/trainer/trainer-page.tsx'
import { depsOf } from '../../request.ts'
import { unlisted } from '../../titles.ts'
import { missingTrainer, trainerPage } from '../../trainer-page.ts'

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const asked = { request, context, url }
  if (!/^[\w-]{3,30}$/.test(params.username)) return missingTrainer(asked)
  const vendor = await findVendorByUsername(depsOf(context).db, params.username)
  if (!vendor) return missingTrainer(asked)
  // A former name, or the name in capitals, leads to the one that counts.
  if (vendor.username !== params.username) throw redirect(`/${vendor.username}${url.search}`, 301)
  return trainerPage(asked, vendor)
}

export default function Trainer({ loaderData }: Route.ComponentProps) {
  return loaderData.vendor ? <TrainerPage {...loaderData} /> : <TrainerMissing byId={false} />
}

export const ErrorBoundary = TrainerFailed

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.vendor ? loaderData.head : unlisted(loaderData?.title)
}
