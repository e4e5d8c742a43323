import type { RouterContextProvider } from 'react-router'
import { depsOf } from '#app/http/request.ts'
import { findSignedIn } from '#app/http/session.ts'
import type { VendorId } from '#core/shared/ids.ts'
import { findWorkplace } from '#core/vendors/queries.ts'
import { mayManage } from '#core/vendors/rules.ts'

export type CalendarManager = { userId: string; vendorId: VendorId }

/** The signed-in person who may connect the calendar of a vendor; null: nobody is signed in, or not for that. */
export async function findCalendarManager(
  request: Request,
  context: Readonly<RouterContextProvider>,
): Promise<CalendarManager | null> {
  const signedIn = await findSignedIn(request, context)
  if (!signedIn?.profile) return null
  const { id: userId } = signedIn.user
  const vendor = await findWorkplace(depsOf(context).db, userId)
  if (!vendor || vendor.suspendedAt || vendor.closedAt || !mayManage(vendor.role)) return null
  return { userId, vendorId: vendor.id }
}
