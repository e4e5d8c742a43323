import { blank } from './params.ts'
import { type Charge, type Context, type Dispute, emit, move, newId, seconds } from './state.ts'

const day = 24 * 3600

/** A customer’s bank asks for the money back; with `warning_needs_response` it only asks a question. */
export function openDispute(
  context: Context,
  charge: Charge,
  {
    reason = 'general',
    amount = charge.amount - charge.amount_refunded,
    status = 'needs_response',
  }: {
    reason?: string
    amount?: number
    /** `prevented`: stopped before it became one */
    status?: 'needs_response' | 'warning_needs_response' | 'prevented'
  } = {},
): Dispute {
  const { state, data } = context
  const dispute: Dispute = {
    ...blank('dispute'),
    id: newId('dp_'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(state),
    currency: charge.currency,
    evidence_details: {
      due_by: seconds(state) + 7 * day,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    is_charge_refundable: status !== 'needs_response',
    livemode: data.livemode,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      type: 'card',
      card: {
        brand: charge.payment_method_details.card.brand,
        case_type: caseTypes[status],
        network_reason_code: '10.4',
      },
    },
    reason,
    status,
  }
  data.disputes.push(dispute)
  charge.disputed = true
  emit(context, 'charge.dispute.created', dispute)
  if (status === 'needs_response') withdraw(context, dispute)
  return dispute
}

const caseTypes = {
  needs_response: 'chargeback',
  warning_needs_response: 'inquiry',
  prevented: 'block',
} as const

function withdraw(context: Context, dispute: Dispute): void {
  book(context, dispute, -dispute.amount)
  emit(context, 'charge.dispute.funds_withdrawn', dispute)
}

/** The bank is not content with the answer to its question. */
export function escalateDispute(context: Context, dispute: Dispute): void {
  if (!dispute.status.startsWith('warning')) throw new Error('This is no question of a bank.')
  Object.assign(dispute, { status: 'needs_response', is_charge_refundable: false })
  emit(context, 'charge.dispute.updated', dispute)
  withdraw(context, dispute)
}

/** The vendor appeals against a dispute that it lost; until that is decided, the money stays away. */
export function appealDispute(context: Context, dispute: Dispute): void {
  if (dispute.status !== 'lost') throw new Error('This dispute is not lost.')
  dispute.status = 'appeal_under_review'
  emit(context, 'charge.dispute.updated', dispute)
}

/** The vendor answers at Stripe. */
export function answerDispute(context: Context, dispute: Dispute): void {
  dispute.status = dispute.status.startsWith('warning') ? 'warning_under_review' : 'under_review'
  emit(context, 'charge.dispute.updated', dispute)
}

export function closeDispute(context: Context, dispute: Dispute, how: 'won' | 'lost'): void {
  const wasWarning = dispute.status.startsWith('warning')
  if (wasWarning && how === 'lost') throw new Error('A question of a bank cannot be lost.')
  if (['won', 'lost', 'warning_closed', 'prevented'].includes(dispute.status))
    throw new Error('This dispute is closed.')
  Object.assign(dispute, {
    status: wasWarning ? 'warning_closed' : how,
    is_charge_refundable: how === 'won',
  })
  if (how === 'won' && !wasWarning) book(context, dispute, dispute.amount)
  emit(context, 'charge.dispute.closed', dispute)
  if (how === 'won' && !wasWarning) emit(context, 'charge.dispute.funds_reinstated', dispute)
}

function book(context: Context, dispute: Dispute, amount: number): void {
  const { id, currency } = dispute
  move(context, { type: 'adjustment', amount, currency, source: id })
  dispute.balance_transactions = context.data.transactions.filter(({ source }) => source === id)
}
