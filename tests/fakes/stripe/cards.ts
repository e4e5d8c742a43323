import type { Attempt } from './state.ts'

type Kind = { meaning: string; verdict: Attempt['verdict']; later?: Attempt['later'] }

const declined = (decline: string, message = 'Your card was declined.') => ({
  code: 'card_declined',
  decline,
  message,
})

/** Stripe's test cards that are simulated. */
export const testCards: Readonly<Record<string, Kind>> = {
  '4242424242424242': { meaning: 'is paid', verdict: 'paid' },
  '5555555555554444': { meaning: 'is paid (Mastercard)', verdict: 'paid' },
  '4000000000000002': { meaning: 'is declined', verdict: declined('generic_decline') },
  '4000000000009995': {
    meaning: 'has insufficient funds',
    verdict: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  '4000000000000069': {
    meaning: 'has expired',
    verdict: { code: 'expired_card', decline: null, message: 'Your card has expired.' },
  },
  '4000002500003155': { meaning: 'asks for a confirmation', verdict: 'authentication' },
  '4000002760003184': { meaning: 'always asks for a confirmation', verdict: 'authentication' },
  '4000000000000259': { meaning: 'is paid, then disputed', verdict: 'paid', later: 'dispute' },
  '4000000000007726': {
    meaning: 'is paid; refunds stay pending',
    verdict: 'paid',
    later: 'pending_refunds',
  },
}

export type Given = { number: string; month?: number; year?: number }

/** What a number comes to; a text: the form says it, and nothing happens at Stripe. */
export function judge(
  { number: typed, month = 12, year = 2034 }: Given,
  { livemode, now, email }: { livemode: boolean; now: Date; email: string | null },
): Attempt | string {
  const number = typed.replace(/[\s-]/g, '')
  if (!/^\d{13,19}$/.test(number) || !isValid(number)) return 'Your card number is invalid.'
  if (
    !(month >= 1 && month <= 12) ||
    year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1
  )
    return 'Your card’s expiration date is in the past.'
  const known = testCards[number]
  const card = {
    brand: number.startsWith('5') ? 'mastercard' : number.startsWith('3') ? 'amex' : 'visa',
    last4: number.slice(-4),
    month,
    year,
  }
  if (livemode === (known !== undefined))
    return {
      card,
      email,
      later: 'nothing',
      verdict: livemode
        ? declined(
            'live_mode_test_card',
            'Your card was declined. Your request was in live mode, but used a known test card.',
          )
        : declined(
            'test_mode_live_card',
            'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
          ),
    }
  return { card, email, verdict: known?.verdict ?? 'paid', later: known?.later ?? 'nothing' }
}

/** The check digit of a card number (Luhn). */
function isValid(number: string): boolean {
  const sum = [...number].toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}
