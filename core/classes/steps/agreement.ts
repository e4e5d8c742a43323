import type { GivenBack, Reach } from '../queries/reach.ts'
import type { ShortBundle } from '../queries/short-bundles.ts'
import { fingerprint } from '#core/shared/fingerprint.ts'

/** The side effects of saving a form, which the vendor has to agree to. */
export type Question = {
  /** empty sessions that are removed */
  removes: number
  /** people who are notified of a new time or place, or have to be called */
  reach: Reach
  /** the vendor has blocked the time */
  isBlocked: boolean
  /** bookings that are cancelled with their sessions */
  cancels: { bookings: number; sessions: number }
  /** what is given back for them */
  givenBack: readonly GivenBack[]
  stranded: Stranded
  /** sold bundles that are withdrawn, refunded or moved to another class */
  bundles: number
}

/** Bundle sessions that lose their last date, and the customers who hold them. */
export type Stranded = { names: string[]; sessions: number }

export type Asked = {
  question: Question
  /** the form's text when the vendor agrees to exactly these effects */
  agreement: string
}
export type NotAgreed = { ok: false; reason: 'not_agreed' } & Asked

export const emptyReach: Reach = { told: 0, toldSpots: 0, unreached: 0, unreachedSpots: 0 }

export const noEffects: Question = {
  removes: 0,
  reach: emptyReach,
  isBlocked: false,
  cancels: { bookings: 0, sessions: 0 },
  givenBack: [],
  stranded: { names: [], sessions: 0 },
  bundles: 0,
}

/**
 * The question to ask, or null if there is none or the form agrees to it. `about`: the affected rows, so that a different
 * set of the same size is a new question.
 */
export function askUnlessAgreed(
  of: Partial<Question>,
  form: { agreed?: string | undefined },
  about: readonly string[],
): NotAgreed | null {
  const agreement = agreementTo(of, about)
  if (agreement === '' || agreement === form.agreed) return null
  return { ok: false, reason: 'not_agreed', question: { ...noEffects, ...of }, agreement }
}

/** The text by which a form agrees; '' if there is nothing to agree to. */
export function agreementTo(of: Partial<Question>, about: readonly string[]): string {
  const { removes, reach, isBlocked, cancels, givenBack, stranded, bundles } = {
    ...noEffects,
    ...of,
  }
  const parts = [
    removes > 0 && `removes ${removes}`,
    reach.told > 0 && `tells ${reach.told}`,
    reach.unreached > 0 && `calls ${reach.unreached}`,
    isBlocked && 'blocked',
    cancels.sessions > 0 && `cancels ${cancels.bookings}`,
    ...givenBack.map((sum) => `gives ${Object.values(sum).join(' ')}`),
    stranded.sessions > 0 && `strands ${stranded.sessions}`,
    bundles > 0 && `ends ${bundles}`,
  ].filter(Boolean)
  return parts.length === 0 ? '' : `${parts.join(', ')} ${fingerprint(about)}`
}

/** What a change does to bundles: those that are shorter of dates after it than before. `about`: for the agreement. */
export function strandedBetween(
  before: readonly ShortBundle[],
  after: readonly ShortBundle[],
): { stranded: Stranded; about: string[] } {
  const lost = after.flatMap((bundle) => {
    const earlier = before.find(({ passId }) => passId === bundle.passId)
    const sessions = bundle.sessions - (earlier?.sessions ?? 0)
    return sessions > 0 ? [{ ...bundle, sessions }] : []
  })
  return {
    stranded: {
      names: lost.map(({ customerName }) => customerName),
      sessions: lost.reduce((sum, { sessions }) => sum + sessions, 0),
    },
    about: lost.map(({ passId, sessions }) => `${passId} ${sessions}`),
  }
}
