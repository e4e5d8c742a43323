import type { Deps } from '#core/shared/deps.ts'
import { isId } from '#core/shared/ids.ts'
import { sign, verify } from '#core/shared/signing.ts'

/** `confirm`: goes to the new address. `restore`: goes to the former one. */
export type EmailLinkKind = 'confirm' | 'restore'

const purposes = { confirm: 'confirm-email-change', restore: 'restore-email' } as const

/** What the link of a mail contains; the change itself says whether it can still be used. */
export function emailLinkToken(
  { secretKeys }: Pick<Deps, 'secretKeys'>,
  kind: EmailLinkKind,
  changeId: string,
): string {
  return `${changeId}.${sign(secretKeys, purposes[kind], changeId)}`
}

export function readEmailLink(
  { secretKeys }: Pick<Deps, 'secretKeys'>,
  token: string,
): { kind: EmailLinkKind; changeId: string } | null {
  const [changeId = '', mac = ''] = token.split('.')
  if (!isId(changeId)) return null
  if (verify(secretKeys, purposes.confirm, changeId, mac)) return { kind: 'confirm', changeId }
  return verify(secretKeys, purposes.restore, changeId, mac) ? { kind: 'restore', changeId } : null
}
