export type ErrorType = 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error'
type Status = 400 | 401 | 403 | 404 | 409 | 429 | 500
type More = { code?: string; param?: string; status?: Status; type?: ErrorType }

/** What Stripe answers instead of an object. */
export class StripeRefusal extends Error {
  readonly status: Status
  readonly body: { type: ErrorType; code?: string; param?: string; message: string }
  /** The work had begun, so that its key of idempotency keeps this answer. */
  readonly isKept: boolean
  constructor(message: string, isKept: boolean, more: More) {
    super(message)
    const { status = 400, type = 'invalid_request_error', code, param } = more
    this.status = status
    this.isKept = isKept
    this.body = {
      type,
      ...(code !== undefined && { code }),
      ...(param !== undefined && { param }),
      message,
    }
  }
}

/** The request itself is wrong: nothing was begun. */
export const malformed = (message: string, more: More = {}) =>
  new StripeRefusal(message, false, more)

/** The request is understood, and refused by how things are. */
export const refused = (message: string, more: More = {}) => new StripeRefusal(message, true, more)

export const missing = (param: string) =>
  malformed(`Missing required param: ${param}.`, { code: 'parameter_missing', param })

/** Stripe can do it; nobody may believe that this one did. */
export const notSimulated = (what: string) =>
  malformed(`The simulated Stripe cannot do this: ${what}.`, { param: what })
