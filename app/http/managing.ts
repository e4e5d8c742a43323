import { data, type RouterContextProvider } from 'react-router'
import { mayManage } from '#core/vendors/rules.ts'
import { memberContext, type Member } from './context.ts'

/** The member who may change things; for others the page or the action does not exist. */
export function managerOf(context: Readonly<RouterContextProvider>): Member {
  const member = context.get(memberContext)
  if (!mayManage(member.vendor.role)) throw data(null, { status: 404 })
  return member
}

/** Answers what was found, or with "not found" when there is nothing. */
export function orNotFound<T>(found: T | null): T {
  if (found === null) throw data(null, { status: 404 })
  return found
}
