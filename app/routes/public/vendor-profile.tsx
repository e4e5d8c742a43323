import { TrainerFailed, TrainerMissing } from '#app/features/trainer/trainer-missing.tsx'
import { missingTrainer, trainerPage } from '#app/features/trainer/trainer-page.server.ts'
import { TrainerPage } from '#app/features/trainer/trainer-page.tsx'
import { depsOf } from '#app/http/request.ts'
import { unlisted } from '#app/seo/titles.ts'
import { isId } from '#core/shared/ids.ts'
import { findPublicVendor } from '#core/vendors/queries.ts'
import type { Route } from './+types/vendor-profile'

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const asked = { request, context, url }
  const vendor = isId(params.vendorId)
    ? await findPublicVendor(depsOf(context), params.vendorId)
    : null
  return vendor ? trainerPage(asked, vendor) : missingTrainer(asked, { vendorId: params.vendorId })
}

export default function VendorProfile({ loaderData }: Route.ComponentProps) {
  return loaderData.vendor ? (
    <TrainerPage {...loaderData} />
  ) : (
    <TrainerMissing byId={true} isSuspended={loaderData.isSuspended} />
  )
}

export const ErrorBoundary = TrainerFailed

/** The page has one address that counts: the one with the name. */
export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.vendor ? loaderData.head : unlisted(loaderData?.title)
}
