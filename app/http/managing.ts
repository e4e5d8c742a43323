import { data, type RouterContextProvider } from 'react-router'
import { mayManage } from '#core/vendors/rules.ts'
import { memberContext, type Member } from './context.ts'

/** Who works here. Throws what kept the workspace from finding out. */
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

/** Returns what was found; nothing is answered with 404. */
export function orNotFound<T>(found: T | null): T {
  if (found === null) throw notFound()
  return found
}

/** To be thrown: what was asked for is not there, or not for this person. */
export const notFound = () => data(null, { status: 404 })

/** For `allow` of a form: everyone. */
export const anyone = () => ({})

/** For `allow` of a form: every member of the vendor. */
export const member = ({ context }: Asked) => ({ member: memberOf(context) })

/** For `allow` of a form: members who may change things. */
export const manager = ({ context }: Asked) => ({ member: managerOf(context) })

type Asked = { context: Readonly<RouterContextProvider> }
