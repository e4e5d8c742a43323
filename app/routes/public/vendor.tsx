import { findPublicVendor } from '#core/vendors/queries.ts'
import { isId } from '#core/shared/ids.ts'
import type { Route } from './+types/vendor'
import { TrainerFailed, TrainerMissing } from '../../components/trainer/trainer-missing.tsx'
import { TrainerPage } from '../../components/trainer/trainer-page.tsx'
import { depsOf } from '../../request.ts'
import { unlisted } from '../../titles.ts'
import { managesPage, missingTrainer, trainerPage } from '../../trainer-page.ts'

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const asked = { request, context, url }
  const { db } = depsOf(context)
  const vendor = isId(params.vendorId) ? await findPublicVendor(db, params.vendorId) : null
  if (!vendor) return missingTrainer(asked)
  const [page, editable] = await Promise.all([
    trainerPage(asked, vendor),
    managesPage(asked, vendor.id),
  ])
  return { ...page, editable }
}

export default function Vendor({ loaderData }: Route.ComponentProps) {
  return loaderData.vendor ? <TrainerPage {...loaderData} /> : <TrainerMissing byId={true} />
}

export const ErrorBoundary = TrainerFailed

/** The page has one address that counts: the one with the name. */
export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.vendor ? loaderData.head : unlisted(loaderData?.title)
}
