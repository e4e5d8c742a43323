// Sixteen customers who book, retry, cancel, and record their requests and responses.
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Outcome } from './asking.ts'
import { appendTo, type Args, type Kind } from './history.ts'
import { takeOrders } from './orders.ts'
import { between, pick, type Random, randomFrom, weighted } from './random.ts'
import { visitorOf } from './visitors.ts'

const { orders, isDraining, isOver } = takeOrders()
const clients = 16
const hotForMs = 4000
const sharedContacts = 40
const started = Date.now()

type Wish = { op: string; kind: Kind; key: string | null; args: Args }
type Bought = { key: string; args: Args; reference: string; token: string; bookingIds: string[] }

async function live(client: string, random: Random): Promise<void> {
  const write = appendTo(path.join(orders.folder, `history-${client}.jsonl`))
  const bought: Bought[] = []
  let counter = 0
  const nextOp = () => `${client}-${(counter += 1)}`

  /** Tries until the answer is definite; every try is written down before and after. */
  const settle = async <Got extends Outcome>(
    wish: Wish,
    send: (origin: string, key: string) => Promise<Got>,
  ): Promise<Got> => {
    const first = between(random, 0, orders.origins.length - 1)
    for (let attempt = 1; ; attempt++) {
      const { key } = wish
      const entry = { client, ...wish, key, attempt }
      write({ ...entry, t: Date.now(), phase: 'invoke', answer: {} })
      // As a balancer does: what does not answer here is asked there.
      const origin = orders.origins[(first + attempt) % orders.origins.length] ?? ''
      const outcome = await send(origin, key ?? '')
      const { phase, answer } = outcome
      write({ ...entry, t: Date.now(), phase, answer })
      if (phase !== 'unknown' || isOver()) return outcome
      await pause(between(random, 50, 300))
    }
  }

  const post = (wish: Wish) =>
    settle(wish, (origin, key) =>
      ask(`${origin}/api/v1/bookings`, bodyOf(wish.args), keyHeader(key)),
    )

  const book = async () => {
    const op = nextOp()
    const args =
      random() < 0.15
        ? wantsSlot(op, random)
        : random() < 0.35
          ? wantsCard(op, random)
          : wantsOf(op, random)
    const wish: Wish = { op, kind: 'book', key: keyOf(op), args }
    const twice = random() < 0.08
    const again: Wish = { ...wish, op: `${op}-twin`, kind: 'book_again' }
    // A double click: the same request twice at once.
    const [outcome] = await Promise.all([post(wish), ...(twice ? [post(again)] : [])])
    const { reference, bookings } = outcome.answer
    if (outcome.phase !== 'ok' || !reference || !bookings || outcome.token === null) return
    const bookingIds = bookings.map(({ id }) => id)
    bought.push({ ...wish, key: keyOf(op), reference, token: outcome.token, bookingIds })
  }

  const bookAgain = async () => {
    const old = pick(random, bought)
    if (old) await post({ op: nextOp(), kind: 'book_again', key: old.key, args: old.args })
  }

  const bookOther = async () => {
    const old = pick(random, bought)
    if (!old) return
    const other: Partial<Args> =
      random() < 0.5 ? { name: `${old.args.name} too` } : { spots: ((old.args.spots ?? 1) % 4) + 1 }
    const args = { ...old.args, ...other }
    await post({ op: nextOp(), kind: 'book_other', key: old.key, args })
  }

  const cancel = async () => {
    const old = pick(random, bought)
    if (!old) return
    const part = random() < 0.4
    const bookingIds = part ? old.bookingIds.slice(0, between(random, 1, 2)) : old.bookingIds
    const args = { reference: old.reference, bookingIds }
    const body = part ? { token: old.token, bookingIds } : { token: old.token }
    const url = `/api/v1/bookings/${old.reference}/cancel`
    await settle({ op: nextOp(), kind: 'cancel', key: null, args }, (origin) =>
      ask(origin + url, body),
    )
  }

  const pages = visitorOf({
    orders,
    random,
    nextOp,
    settle,
    isOver,
    wantsOf: (op) => wantsOf(op, random),
  })
  const doings = { book, bookAgain, bookOther, cancel, ...pages }
  const weights = {
    book: 58,
    bookAgain: 9,
    bookOther: 7,
    cancel: 26,
    bookByForm: 6,
    buy: 14,
    sendAgain: 4,
    redeem: 9,
    cancelByForm: 7,
  }
  while (!isDraining()) {
    const doing = weighted(random, weights)
    if (doing) await doings[doing]()
    await pause(between(random, 25, 150))
  }
}

/** As long as the API asks for. */
const keyOf = (op: string) => `key-of-the-wish-${op}`

function keyHeader(key: string): Record<string, string> {
  return { 'idempotency-key': key }
}

function wantsOf(op: string, random: Random): Args {
  const turn = Math.floor((Date.now() - started) / hotForMs)
  const hot = random() < 0.35 ? orders.hot[turn % orders.hot.length] : undefined
  const sessionId = hot ?? pick(random, orders.small) ?? ''
  const spots = Number(weighted(random, { '1': 50, '2': 25, '3': 13, '4': 12 }))
  return { sessionId, spots, name: op, ...contactOf(op, random) }
}

/** Spots that are held until somebody has paid for them at Stripe. */
function wantsCard(op: string, random: Random): Args {
  return { ...wantsOf(op, random), sessionId: pick(random, orders.cards) ?? '' }
}

/** A slot of a court, for a party of up to the four people it takes. */
function wantsSlot(op: string, random: Random): Args {
  const slot = pick(random, orders.slots)
  const extras = slot?.extras.filter(() => random() < 0.4) ?? []
  const people = between(random, 1, 4)
  const what = { sessionId: slot?.id ?? '', slotMinor: slot?.priceMinor ?? 0, people, extras }
  return { ...what, name: op, ...contactOf(op, random) }
}

function contactOf(op: string, random: Random): Args {
  const kind = weighted(random, { email: 62, phone: 28, shared: 10 })
  if (kind === 'phone') return { phone: `+4915${between(random, 100_000_000, 999_999_999)}` }
  const local = kind === 'shared' ? `shared-${between(random, 1, sharedContacts)}` : op
  return { email: `${local}@customers.example.com` }
}

function bodyOf({ sessionId, spots, people, extras, name, email, phone }: Args) {
  return { sessionId, spots, people, extras, customer: { name, email, phone } }
}

await Promise.all(
  Array.from({ length: clients }, (_none, n) => live(`c${n}`, randomFrom(orders.seed * 1000 + n))),
)
process.exit(0)
