import type { Deps } from './deps.ts'
import { sign } from './signing.ts'

export type SecurityEvent =
  | 'account.registered'
  | 'account.confirmed'
  | 'account.closed'
  | 'sign_in.succeeded'
  | 'sign_in.refused'
  | 'sign_in.code_asked'
  | 'sign_in.code_refused'
  | 'sign_in_link.requested'
  | 'sign_out'
  | 'devices.signed_out'
  | 'email.change_requested'
  | 'email.change_refused'
  | 'email.change_withdrawn'
  | 'email.changed'
  | 'email.restored'
  | 'password.changed'
  | 'password.change_refused'
  | 'two_factor.switched_on'
  | 'two_factor.switched_off'
  | 'two_factor.recovery_codes_replaced'
  | 'two_factor.refused'
  | 'passkey.added'
  | 'passkey.removed'
  | 'passkey.refused'
  | 'google.connected'
  | 'google.disconnected'
  | 'password_reset.requested'
  | 'password_reset.succeeded'
  | 'limit.reached'

type About = { email?: string; network: string; reason?: string }

/** A log line for detecting attacks. Accounts and addresses appear only as keyed hashes. */
export function logSecurity(
  { log, secretKeys }: Pick<Deps, 'log' | 'secretKeys'>,
  security: SecurityEvent,
  { email, network, reason }: About,
): void {
  const subject = (text: string) => sign(secretKeys, 'security-event', text.toLowerCase())
  log.info(
    {
      security,
      ...(reason !== undefined && { reason }),
      ...(email !== undefined && { account: subject(email) }),
      from: subject(network),
    },
    'security',
  )
}
