import { data, type RouterContextProvider } from 'react-router'
import { mayManage, ownsVendor } from '#core/vendors/rules.ts'
import { type Admin, adminContext, memberContext, type Member } from './context.ts'

/** The member. Throws the error that prevented loading it. */
export function memberOf(context: Readonly<RouterContextProvider>): Member {
  const member = context.get(memberContext)
  if (member instanceof Error) throw member
  return member
}

/** The member who may change things; for others the page or the action does not exist. */
export function managerOf(context: Readonly<RouterContextProvider>): Member {
  const member = memberOf(context)
  if (!mayManage(member.vendor.role)) throw data(null, { status: 404 })
  return member
}

/** The owner of the vendor; for others the page or the action does not exist. */
export function ownerOf(context: Readonly<RouterContextProvider>): Member {
  const member = memberOf(context)
  if (!ownsVendor(member.vendor.role)) throw notFound()
  return member
}

/** The super administrator; for others the page or the action does not exist. */
export function adminOf(context: Readonly<RouterContextProvider>): Admin {
  return orNotFound(context.get(adminContext))
}

/** The signed-in person of a page about the own account: in the workspace or in the console. */
export function accountOf(context: Readonly<RouterContextProvider>): Account {
  const admin = context.get(adminContext)
  if (admin) return { ...admin, timeZone: 'UTC', isAdmin: true }
  const { userId, email, vendor } = memberOf(context)
  return { userId, email, timeZone: vendor.timeZone, isAdmin: false }
}

type Account = { userId: string; email: string; timeZone: string; isAdmin: boolean }

/** Returns the value, or throws a 404 if it is null. */
export function orNotFound<T>(found: T | null): T {
  if (found === null) throw notFound()
  return found
}

/** To be thrown: a 404, if the page does not exist or is not for this person. */
export const notFound = () => data(null, { status: 404 })

/** For `allow` of a form: everyone. */
export const anyone = () => ({})

/** For `allow` of a form: every member of the vendor. */
export const member = ({ context }: Asked) => ({ member: memberOf(context) })

/** For `allow` of a form: members who may change things. */
export const manager = ({ context }: Asked) => ({ member: managerOf(context) })

/** For `allow` of a form: the owner of the vendor. */
export const owner = ({ context }: Asked) => ({ member: ownerOf(context) })

/** For `allow` of a form: the super administrator. */
export const superAdmin = ({ context }: Asked) => ({ admin: adminOf(context) })

/** For `allow` of a form: the person whose account it is about. */
export const accountHolder = ({ context }: Asked) => ({ account: accountOf(context) })

type Asked = { context: Readonly<RouterContextProvider> }
