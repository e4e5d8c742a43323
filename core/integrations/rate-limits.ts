import type pg from 'pg'
import { type SecretKeys, sign } from '#core/shared/signing.ts'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number }
export type Limit = {
  /** Counts an attempt, atomically, before it is made. */
  take(key: string, points?: number): Promise<Taken>
  /** Uncounts an attempt. */
  giveBack(key: string, points?: number): Promise<void>
  /** Forgets the attempts, after a success. */
  forget(key: string): Promise<void>
}
export type Limits = ReturnType<typeof createLimits>

const minute = 60

/**
 * Sign-in counts are in the database and shared by all processes; the wide limits on bookings are in memory. Keys are stored
 * as keyed digests, because a plain digest of a network address can be found by trying all addresses.
 */
export function createLimits(pool: pg.Pool, secretKeys: SecretKeys) {
  const digest = (key: string) => sign(secretKeys, 'rate limit', key)
  const stored = (keyPrefix: string, points: number, duration: number) =>
    limit(
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration,
      }),
      digest,
    )
  return {
    signInPerNetwork: stored('sign-in-network', 50, 15 * minute),
    signInPerAccount: stored('sign-in-account', 10, 15 * minute),
    // Only somebody who is signed in can use these up.
    passwordChecksPerUser: stored('password-checks-user', 10, 15 * minute),
    // Wrong codes, after the right password. Over a day few enough that nobody guesses one.
    codesPerUser: stored('codes-user', 10, 15 * minute),
    codesPerUserAndDay: stored('codes-user-day', 60, 24 * 60 * minute),
    // Counted apart from them: recovery codes work while somebody else uses those up.
    recoveryCodesPerUserAndAddress: stored('recovery-codes-user', 10, 15 * minute),
    // A question adds one passkey, however long its page stays open.
    passkeysPerQuestion: stored('passkeys-question', 1, 60 * minute),
    // A sign-in with another provider counts once, however often the browser comes back with it.
    openIdPerState: stored('openid-state', 1, 60 * minute),
    openIdPerNetwork: stored('openid-network', 50, 15 * minute),
    openIdPerJoin: stored('openid-join', 1, 120 * minute),
    botChecksPerVendor: stored('bot-checks-vendor', 20, 60 * minute),
    keyChecksPerVendor: stored('key-checks-vendor', 20, 60 * minute),
    // Not counted with the sign-ins of vendors: a crowd that books behind one address must not keep them out.
    telegramLoginPerNetwork: stored('telegram-login-network', 50, 15 * minute),
    // A login that Telegram has refused is tried again by a customer.
    telegramLoginRetries: stored('telegram-login-retries', 1, 60 * minute),
    botStartsPerChat: stored('bot-starts-chat', 20, 60 * minute),
    botLoginsPerChat: stored('bot-logins-chat', 20, 60 * minute),
    botRepliesPerChat: stored('bot-replies-chat', 3, 60 * minute),
    signUpPerNetwork: stored('sign-up-network', 20, 60 * minute),
    signInLinkPerNetwork: stored('sign-in-link-network', 60, 60 * minute),
    signInLinkPerAccount: stored('sign-in-link-account', 5, 60 * minute),
    mailPerNetwork: stored('mail-network', 20, 60 * minute),
    mailPerAccount: stored('mail-account', 5, 60 * minute),
    // All mails together that anybody can request for a mailbox.
    requestedMailsPerMailbox: stored('requested-mails-mailbox', 20, 24 * 60 * minute),
    // Per purchase: otherwise strangers who book with a customer's address could prevent the replacement of a leaked link.
    newLinksPerPurchase: stored('new-links-purchase', 3, 24 * 60 * minute),
    sameLinkPerPurchase: stored('same-link-purchase', 3, 24 * 60 * minute),
    changesPerPurchase: stored('changes-purchase', 10, 60 * minute),
    uploadsPerVendor: stored('uploads-vendor', 60, 60 * minute),
    // People that a vendor writes to in its own words: each message takes work and a row of its overview.
    messagedPerVendor: stored('messaged-vendor', 1000, 24 * 60 * minute),
    exportsPerVendor: stored('exports-vendor', 5, 24 * 60 * minute),
    enquiryPerNetwork: stored('enquiry-network', 5, 60 * minute),
    tokenPerNetwork: stored('token-network', 60, 15 * minute),
    // One gym's Wi-Fi is one address: a full hall may book at the same moment and retry.
    seatsPerNetwork: limit(
      new RateLimiterMemory({ keyPrefix: 'seats', points: 200, duration: 10 * minute }),
      digest,
    ),
    // A few purchases may send twelve mails each, which must stay far below the first budget of a vendor.
    purchasesPerNetworkAndVendor: stored('purchases-network-vendor', 3, 24 * 60 * minute),
    // A picture takes up to a second to draw. The servers of one messenger fetch the previews of many pages.
    drawingsPerNetwork: limit(
      new RateLimiterMemory({ keyPrefix: 'drawings', points: 60, duration: 10 * minute }),
      digest,
    ),
    // A few devices of one person, each of which asks every few minutes.
    readsPerFeed: limit(
      new RateLimiterMemory({ keyPrefix: 'feeds', points: 60, duration: 10 * minute }),
      digest,
    ),
    // Refused requests with news of Stripe, whose own servers are few.
    newsPerNetwork: limit(
      new RateLimiterMemory({ keyPrefix: 'news', points: 60, duration: 10 * minute }),
      digest,
    ),
    // Faces are small. The servers of one mail provider fetch those of many mails.
    facesPerNetwork: limit(
      new RateLimiterMemory({ keyPrefix: 'faces', points: 600, duration: 10 * minute }),
      digest,
    ),
    bookingTriesPerNetwork: limit(
      new RateLimiterMemory({ keyPrefix: 'tries', points: 600, duration: 10 * minute }),
      digest,
    ),
  }
}

function limit(
  limiter: RateLimiterPostgres | RateLimiterMemory,
  digest: (key: string) => string,
): Limit {
  return {
    async take(key, points = 1) {
      try {
        await limiter.consume(digest(key), points)
        return { ok: true }
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return { ok: false, retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) }
      }
    },
    async giveBack(key, points = 1) {
      const left = await limiter.reward(digest(key), points)
      // Uncounted attempts leave no trace.
      if (left.consumedPoints <= 0) await limiter.delete(digest(key))
    },
    async forget(key) {
      await limiter.delete(digest(key))
    },
  }
}
