// The same customers on the pages: forms without JavaScript, for single spots and for bundles.
import { seenText } from '#core/bookings/rules/seen.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Outcome } from './asking.ts'
import { type Args, formKey, type Kind } from './history.ts'
import type { Orders } from './orders.ts'
import { deviceFrom, type Fields, openPage, passIn, sendForm, valuesOf } from './pages.ts'
import { between, pick, type Random, shuffled } from './random.ts'

type Wish = { op: string; kind: Kind; key: string | null; args: Args }
export type Tools = {
  orders: Orders
  random: Random
  nextOp(): string
  /** what somebody books, with a name of its own */
  wantsOf(op: string): Args
  /** tries until the answer is definite, and writes everything down */
  settle<Got extends Outcome>(wish: Wish, send: (origin: string) => Promise<Got>): Promise<Got>
  isOver(): boolean
}
type Bundle = Orders['bundles'][number]
type Bought = { args: Args; bundle: Bundle | null; reference: string; token: string }

/** What a customer does by forms, each time from the same device. */
export function visitorOf({ orders, random, nextOp, wantsOf, settle, isOver }: Tools) {
  const bought: Bought[] = []
  let known: string | null = null

  const anyOrigin = () => pick(random, orders.origins) ?? ''
  const device = async (): Promise<string> => {
    while (known === null && !isOver()) {
      const [bundle] = orders.bundles
      known = await deviceFrom(`${anyOrigin()}/book/class/${bundle?.classId}`)
      if (known === null) await pause(200)
    }
    return known ?? ''
  }

  const open = async ({ reference, token }: Bought, asking: string) => {
    const own = await device()
    return settle({ op: nextOp(), kind: 'open', key: null, args: { reference } }, (origin) =>
      openPage(`${origin}/booking/${reference}?token=${token}${asking}`, own),
    )
  }

  /** A booking request sent by a form; now and then submitted twice at once, as by a double click. */
  const send = async (kind: 'book' | 'buy', { args, bundle }: Pick<Bought, 'args' | 'bundle'>) => {
    const own = await device()
    const op = args.name ?? ''
    const key = formKey(op)
    const post = (wish: Wish) =>
      settle(wish, (origin) =>
        sendForm(`${origin}/book/class/${args.classId}`, fieldsOf(args, bundle), own),
      )
    const again: Wish = { op: `${op}-twin`, kind: `${kind}_again`, key, args }
    const twice = random() < 0.15
    const [outcome] = await Promise.all([
      post({ op, kind, key, args }),
      ...(twice ? [post(again)] : []),
    ])
    const { reference } = outcome.answer
    if (outcome.phase !== 'ok' || !reference || outcome.token === null) return
    const purchase = { args, bundle, reference, token: outcome.token }
    bought.push(purchase)
    await open(purchase, '&do=cancel')
  }

  const bookByForm = async () => {
    const op = nextOp()
    const bundle = pick(random, orders.bundles)
    const sessionId = pick(random, bundle?.sessionIds ?? [])
    if (!bundle || !sessionId) return
    const { classId, spotPriceMinor: priceMinor } = bundle
    const args = { ...wantsOf(op), sessionId, classId, priceMinor }
    await send('book', { args, bundle: null })
  }

  /** As the page plans them from a first date on, or as chosen by hand; sometimes fewer than there are sessions. */
  const datesOf = async (bundle: Bundle): Promise<string[]> => {
    const first = pick(random, bundle.sessionIds)
    if (random() < 0.6) {
      const how = random() < 0.5 ? 'auto' : 'series'
      const asked = `bundle=${bundle.id}&first=${first}&how=${how}`
      const own = await device()
      const { html } = await openPage(`${anyOrigin()}/book/class/${bundle.classId}?${asked}`, own)
      const planned = valuesOf(html, 'sessionId')
      if (planned.length > 0) return planned
    }
    return shuffled(random, bundle.sessionIds).slice(0, between(random, 2, bundle.count))
  }

  const buy = async () => {
    const bundle = pick(random, orders.bundles)
    if (!bundle) return
    const { sessionId: _session, spots: _spots, ...who } = wantsOf(nextOp())
    const args: Args = {
      ...who,
      classId: bundle.classId,
      bundleId: bundle.id,
      priceMinor: bundle.priceMinor,
      sessionIds: await datesOf(bundle),
    }
    await send('buy', { args, bundle })
  }

  const sendAgain = async () => {
    const old = pick(random, bought)
    if (!old) return
    const own = await device()
    const { args, bundle } = old
    const kind = bundle ? 'buy_again' : 'book_again'
    await settle({ op: nextOp(), kind, key: formKey(args.name ?? ''), args }, (origin) =>
      sendForm(`${origin}/book/class/${args.classId}`, fieldsOf(args, bundle), own),
    )
  }

  const redeem = async () => {
    const old = pick(
      random,
      bought.filter(({ bundle }) => bundle !== null),
    )
    if (!old?.bundle) return
    const { html } = await open(old, '')
    const passId = passIn(html)
    const sessionId = pick(random, old.bundle.sessionIds)
    if (passId === null || !sessionId) return
    const { reference, token } = old
    const own = await device()
    const args = { reference, passId, sessionId }
    await settle({ op: nextOp(), kind: 'redeem', key: null, args }, (origin) =>
      sendForm(
        `${origin}/booking/${reference}?token=${token}`,
        [
          ['intent', 'redeem'],
          ['pass', passId],
          ['sessionId', sessionId],
        ],
        own,
      ),
    )
  }

  const cancelByForm = async () => {
    const old = pick(random, bought)
    if (!old) return
    const { answer } = await open(old, '&do=cancel')
    const shown = (answer.bookings ?? []).map(({ id }) => id)
    if (shown.length === 0) return
    const most = random() < 0.7 ? 1 : shown.length
    const bookingIds = shuffled(random, shown).slice(0, most)
    const { reference, token } = old
    const own = await device()
    const args = { reference, bookingIds }
    await settle({ op: nextOp(), kind: 'cancel_form', key: null, args }, (origin) =>
      sendForm(
        `${origin}/booking/${reference}?token=${token}`,
        [['intent', 'cancel'], ...bookingIds.map((id): [string, string] => ['spot', id])],
        own,
      ),
    )
  }

  return { bookByForm, buy, sendAgain, redeem, cancelByForm }
}

function fieldsOf(args: Args, bundle: Bundle | null): Fields {
  const { name = '', email, phone, priceMinor = 0, sessionId = '', spots = 1 } = args
  const { sessionIds = [] } = args
  const who: Fields = [
    ['name', name],
    ['contact', email ?? phone ?? ''],
    ['seen', seenText({ priceMinor })],
  ]
  if (!bundle) return [...who, ['sessionId', sessionId], ['spots', String(spots)]]
  const rest: Fields = sessionIds.length < bundle.count ? [['leaveRest', 'on']] : []
  return [
    ...who,
    ['bundleId', bundle.id],
    ['first', sessionIds[0] ?? ''],
    ['how', 'choose'],
    ...sessionIds.map((id): [string, string] => ['sessionId', id]),
    ...rest,
  ]
}
