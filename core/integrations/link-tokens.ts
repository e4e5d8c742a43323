import { type SecretKeys, sign, verify } from '#core/shared/signing.ts'

/** Why a mailed link does nothing: used or void, too old, or none of ours. */
export type LinkEnd = 'used' | 'over' | 'wrong'

/**
 * The token of a mailed link with its end and our mark. It opens nothing by these; they only tell, once nothing is stored
 * for it any more, whether it is used, too old, or not whole.
 */
export function datedToken(keys: SecretKeys, random: string, end: Date): string {
  const dated = `${random}-${end.getTime().toString(36)}`
  return `${dated}-${sign(keys, 'mailed link', dated)}`
}

export function linkEndOf(keys: SecretKeys, token: string, now: Date): LinkEnd {
  const [, dated = '', end = '', mark = ''] = /^([a-zA-Z0-9]+-([a-z0-9]+))-(.+)$/.exec(token) ?? []
  if (!verify(keys, 'mailed link', dated, mark)) return 'wrong'
  return Number.parseInt(end, 36) <= now.getTime() ? 'over' : 'used'
}
