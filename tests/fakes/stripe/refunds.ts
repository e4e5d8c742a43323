import { z } from 'zod'
import { malformed, missing, refused } from './errors.ts'
import { checkAmount, formatted } from './money.ts'
import { blank, metadataAfter, metadataSchema } from './params.ts'
import { type Charge, type Context, emit, move, newId, type Refund, seconds } from './state.ts'

const createSchema = z.object({
  amount: z.number().optional(),
  charge: z.string().optional(),
  payment_intent: z.string().optional(),
  reason: z.string().optional(),
  metadata: metadataSchema,
})

export function createRefund(context: Context, given: unknown): Refund {
  const { state, data } = context
  const params = createSchema.parse(given)
  if (params.charge === undefined && params.payment_intent === undefined)
    throw malformed(
      'One of the following params should be provided for this request: payment_intent or charge.',
      { code: missing('payment_intent').body.code ?? '' },
    )
  if (params.amount !== undefined && params.amount < 1)
    throw malformed('Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  const charge = refundable(context, params)
  const rest = charge.amount - charge.amount_refunded
  const { amount = rest } = params
  if (rest === 0)
    throw refused(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  checkAmount(amount, charge.currency, 'amount')
  if (amount > rest)
    throw refused(
      `Refund amount (${formatted(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatted(rest, charge.currency)})`,
      { param: 'amount' },
    )
  const id = newId('re_')
  const { isShort, refundsWait } = data.account
  const isSlow = isShort || refundsWait || data.slowRefunds.has(charge.id)
  const refund: Refund = {
    ...blank('refund'),
    id,
    object: 'refund',
    amount,
    balance_transaction: isShort
      ? null
      : move(context, { type: 'refund', amount: -amount, currency: charge.currency, source: id }),
    charge: charge.id,
    created: seconds(state),
    currency: charge.currency,
    destination_details: {
      type: 'card',
      card: {
        type: 'refund',
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
      },
    },
    metadata: metadataAfter(params.metadata),
    payment_intent: charge.payment_intent,
    reason: params.reason ?? null,
    status: isSlow ? 'pending' : 'succeeded',
    ...(isSlow && { pending_reason: isShort ? 'insufficient_funds' : 'processing' }),
  }
  data.refunds.push(refund)
  setRefunded(charge, charge.amount_refunded + amount)
  emit(context, 'refund.created', refund)
  emit(context, 'charge.refunded', charge)
  if (charge.refunded) closeQuestions(context, charge)
  return refund
}

function refundable(
  { data }: Context,
  { charge: chargeId, payment_intent: intentId }: z.infer<typeof createSchema>,
): Charge {
  if (intentId !== undefined) {
    const intent = data.intents.find(({ id }) => id === intentId)
    if (!intent) throw noSuch('payment_intent', intentId, 'payment_intent', 400)
    if (intent.status !== 'succeeded')
      throw refused(
        `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
        {
          code: 'payment_intent_unexpected_state',
          param: 'payment_intent',
        },
      )
  }
  const charge = data.charges.find(
    ({ id, status, payment_intent: own }) =>
      (chargeId === undefined ? status === 'succeeded' : id === chargeId) &&
      (intentId === undefined || own === intentId),
  )
  if (!charge) throw noSuch('charge', chargeId ?? '', 'charge', 400)
  if (charge.status !== 'succeeded')
    throw refused(`Charge ${charge.id} is failed, and cannot be refunded.`, {
      code: 'charge_not_refundable',
    })
  const disputes = data.disputes.filter((one) => one.charge === charge.id)
  if (disputes.some((one) => one['is_charge_refundable'] === false))
    throw refused(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  return charge
}

/** 404 for what the address names, 400 for what the body does. */
export const noSuch = (kind: string, id: string, param: string, status: 400 | 404 = 404) =>
  refused(`No such ${kind}: '${id}'`, { code: 'resource_missing', param, status })

/** A bank that only asked is content once its customer has the money. */
function closeQuestions(context: Context, charge: Charge): void {
  for (const dispute of context.data.disputes)
    if (dispute.charge === charge.id && /^warning_(?:needs|under)/.test(dispute.status)) {
      dispute.status = 'warning_closed'
      emit(context, 'charge.dispute.closed', dispute)
    }
}

function setRefunded(charge: Charge, amount: number): void {
  Object.assign(charge, { amount_refunded: amount, refunded: amount === charge.amount })
}

/** What happens to a refund, days later. One that fails or is cancelled gives the money back to the vendor. */
export function settleRefund(
  context: Context,
  refund: Refund,
  how: 'succeeded' | 'failed' | 'canceled' | 'requires_action',
): void {
  if (refund.status === 'failed' || refund.status === 'canceled')
    throw new Error('This refund has failed.')
  const { id, amount, currency } = refund
  if (how === 'succeeded' || how === 'requires_action') {
    delete refund['pending_reason']
    if (how === 'succeeded')
      refund['balance_transaction'] ??= move(context, {
        type: 'refund',
        amount: -amount,
        currency,
        source: id,
      })
    refund.status = how
    emit(context, 'refund.updated', refund)
    emit(context, 'charge.refund.updated', refund)
    return
  }
  delete refund['pending_reason']
  Object.assign(refund, {
    status: how,
    ...(how === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    // What had not left the balance does not come back.
    ...(refund['balance_transaction'] !== null && {
      failure_balance_transaction: move(context, {
        type: 'refund_failure',
        amount,
        currency,
        source: id,
      }),
    }),
  })
  const charge = context.data.charges.find((one) => one.id === refund.charge)
  if (charge) setRefunded(charge, charge.amount_refunded - amount)
  emit(context, 'refund.updated', refund)
  emit(context, 'charge.refund.updated', refund)
  if (how === 'failed') emit(context, 'refund.failed', refund)
}
