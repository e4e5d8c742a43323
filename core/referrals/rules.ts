/** Of Professional: for the one who invites, and for the friend. */
export const monthsPerReferral = 3

export type ReferralStatus = 'active' | 'pending' | 'other'

export type ReferralFacts = {
  activatedAt: Date | null
  /** the friend's account is neither closed nor suspended */
  isOpen: boolean
}

/** What was earned stays so, whatever becomes of the friend. */
export function referralStatus({ activatedAt, isOpen }: ReferralFacts): ReferralStatus {
  if (activatedAt !== null) return 'active'
  return isOpen ? 'pending' : 'other'
}

/** 'm…@example.com': enough to recognise a friend's address, not enough to learn it. */
export function shortenedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}…${email.slice(at)}`
}

export type ReferralSummary = {
  totalReferred: number
  successfulSignups: number
  pendingSignups: number
  monthsEarned: number
}

/** Of referrals, counted by what their status depends on. */
export function summarise(groups: readonly (ReferralFacts & { count: number })[]): ReferralSummary {
  const count = (wanted?: ReferralStatus) =>
    groups
      .filter((group) => wanted === undefined || referralStatus(group) === wanted)
      .reduce((sum, group) => sum + group.count, 0)
  return {
    totalReferred: count(),
    successfulSignups: count('active'),
    pendingSignups: count('pending'),
    monthsEarned: count('active') * monthsPerReferral,
  }
}
