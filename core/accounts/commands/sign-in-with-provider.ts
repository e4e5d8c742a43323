import {
  isCodeNeeded,
  isPasswordChanged,
  passwordMark,
  underPassword,
} from '#core/integrations/auth-plugin.ts'
import type { Identity, OpenIdProblem } from '#core/integrations/openid.ts'
import type { Deps } from '#core/shared/deps.ts'
import { emailAddress, personOf } from '#core/shared/fields.ts'
import type { Language } from '#core/shared/languages.ts'
import { logSecurity } from '#core/shared/security-event.ts'
import { identifyOnce, refusalIn } from '../steps/identify-once.ts'
import { findAccount, isHeld } from '../queries.ts'
import { drawAvatar, firstName } from '../rules.ts'
import {
  type BegunAtProvider,
  noBegunCookie,
  type Provider,
  readBegun,
} from '../steps/openid-cookies.ts'
import type { Visitor } from './ask-auth.ts'
import { beginSignIn } from './begun-sign-in.ts'
import { isInvited } from './find-invitation.ts'
import { waitToJoin } from './join-provider.ts'
import { deviceCookie } from './known-device.ts'
import { endPresentedSession } from './presented-session.ts'
import { findSuspension, type Suspended } from './sign-in.ts'

export type ProviderProblem =
  | OpenIdProblem
  /** used, too old, or begun in another browser */
  | 'expired'
  /** the provider does not vouch for an address */
  | 'unverified_email'
  /** its former owner can still restore it */
  | 'held_address'
  | 'closed'
  | 'not_invited'
  /** an administrator signs in by password and code only */
  | 'admin'
  | 'rate_limited'
  | 'sign_up_limited'

export type SignedInWithProvider = { cookies: string[] } & (
  | { ok: true; userId: string; codeNeeded: boolean; redirectTo: string | null }
  | { ok: false; reason: ProviderProblem }
  | Suspended
  /** the address has an account: its owner has to sign in otherwise once */
  | { ok: false; reason: 'known_address'; email: string }
)

export type Came = { query: URLSearchParams; language: Language }

/**
 * Signs in the person whom the provider names, or creates the account. The provider replaces the password, and nothing else. An
 * account is found by the provider's subject only: an address may belong to somebody else tomorrow.
 *
 * @param came - `query`: what the browser brings back from the provider
 */
export async function signInWithProvider(
  deps: Deps,
  visitor: Visitor,
  provider: Provider,
  came: Came,
): Promise<SignedInWithProvider> {
  const { network } = visitor
  const done = await attempt(deps, visitor, provider, came)
  if (!done.ok)
    logSecurity(deps, 'sign_in.refused', { network, reason: `${provider} ${done.reason}` })
  return { ...done, cookies: [...done.cookies, noBegunCookie(deps)] }
}

async function attempt(
  deps: Deps,
  visitor: Visitor,
  provider: Provider,
  { query, language }: Came,
): Promise<SignedInWithProvider> {
  const begun = readBegun(deps, visitor.headers)
  // What began in a booking opens no session.
  if (begun?.provider !== provider || begun.form !== null) return refuse(refusalIn(query))
  const identified = await identifyOnce(deps, visitor, begun, query)
  if (!identified.ok) return refuse(identified.reason)
  const { identity } = identified
  const known = await findJoined(deps, provider, identity.subject)
  if (known !== null) return start(deps, visitor, { ...begun, userId: known })
  return signUp(deps, visitor, { begun, identity, language })
}

const refuse = (reason: ProviderProblem): SignedInWithProvider => ({
  ok: false,
  reason,
  cookies: [],
})

async function findJoined(
  { db }: Pick<Deps, 'db'>,
  provider: Provider,
  subject: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('authAccounts')
    .where('providerId', '=', provider)
    .where('accountId', '=', subject)
    .select('userId')
    .executeTakeFirst()
  return row?.userId ?? null
}

type Newcomer = { begun: BegunAtProvider; identity: Identity; language: Language }

async function signUp(
  deps: Deps,
  visitor: Visitor,
  newcomer: Newcomer,
): Promise<SignedInWithProvider> {
  const { begun, identity } = newcomer
  const { provider } = begun
  const { subject } = identity
  const parsed = emailAddress.safeParse(identity.email)
  if (!parsed.success || !identity.emailVerified) return refuse('unverified_email')
  const email = parsed.data
  if (!(await findAccount(deps.db, email))) {
    const { signUp: policy } = deps.settings
    if (policy === 'closed') return refuse('closed')
    // The provider says that the address is theirs, so the link of the invitation adds nothing.
    if (policy === 'invite' && !(await isInvited(deps.db, email))) return refuse('not_invited')
    if (await isHeld(deps.db, email)) return refuse('held_address')
    if (!(await deps.limits.signUpPerNetwork.take(visitor.network)).ok)
      return refuse('sign_up_limited')
    const about = { email, network: visitor.network, reason: provider }
    if (await createAccount(deps, newcomer, email)) logSecurity(deps, 'account.registered', about)
  }
  // Of two tabs one creates the account, and the other finds it.
  const joined = await findJoined(deps, provider, subject)
  if (joined !== null) return start(deps, visitor, { ...begun, userId: joined })
  const account = await findAccount(deps.db, email)
  if (!account) return refuse('expired')
  if (account.kind === 'admin') return refuse('admin')
  const waits = waitToJoin(deps, { provider, subject, userId: account.id, email })
  return { ok: false, reason: 'known_address', email, cookies: [waits] }
}

/** The database adds vendor, membership, profile and role. False: the address has an account by now. */
async function createAccount(
  { db }: Deps,
  { begun: { provider, ref }, identity: { subject, name }, language }: Newcomer,
  email: string,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({
        email,
        emailVerified: true,
        name: personOf(120).safeParse(name).data ?? firstName(email),
        image: drawAvatar(Math.random()),
        language,
        referralCode: ref,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!user) return false
    await tx
      .insertInto('authAccounts')
      .values({ userId: user.id, providerId: provider, accountId: subject })
      .execute()
    return true
  })
}

type Starting = BegunAtProvider & { userId: string }

async function start(
  deps: Deps,
  visitor: Visitor,
  { userId, provider, redirectTo }: Starting,
): Promise<SignedInWithProvider> {
  const suspended = await findSuspension(deps.db, userId)
  if (suspended) return { ...suspended, cookies: [] }
  const { email, kind } = await deps.db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'kind'])
    .executeTakeFirstOrThrow()
  if (kind === 'admin') return refuse('admin')
  const about = { email, network: visitor.network, reason: provider }
  const shown = { userId, mark: await passwordMark(deps.db, userId) }
  try {
    const session = await underPassword(shown.mark, () =>
      deps.auth.startSessionUnlessCode(userId, visitor.headers),
    )
    await endPresentedSession(deps, visitor)
    logSecurity(deps, 'sign_in.succeeded', about)
    const cookies = [...session, deviceCookie(deps, visitor, userId)]
    return { ok: true, userId, codeNeeded: false, redirectTo, cookies }
  } catch (error) {
    if (isPasswordChanged(error)) return refuse('expired')
    if (!isCodeNeeded(error)) throw error
  }
  const begun = await beginSignIn(deps, shown)
  if (begun === null) return refuse('expired')
  logSecurity(deps, 'sign_in.code_asked', about)
  return { ok: true, userId, codeNeeded: true, redirectTo, cookies: [begun] }
}
