import { expect, test } from 'vitest'
import { answerConflicts, readShown } from './form-edits.ts'
import { shownIn, typedIn } from './form-answer.ts'
import { keepForm, noAnswerIn } from './keep-form.ts'
import { keptFields, keptText } from './kept-form.ts'
import { pageAddress } from './url-text.ts'
import { cookieLine } from './cookies.ts'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { z } from 'zod'

function formOf(...fields: [string, string][]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

test('what was typed comes back, lists too; passwords do not', () => {
  const form = formOf(['email', 'a@b.c'], ['spot', '1'], ['spot', '2'], ['password', 'secret'])
  expect(typedIn(form)).toEqual({ email: ['a@b.c'], spot: ['1', '2'] })
  expect(keptText(form)).not.toContain('secret')
})

test('a form kept across the sign-in contains only known field names', () => {
  const form = formOf(['times[0].startTime', '18:00'], ['notes', 'a "b"\nc'])
  expect(keptFields(keptText(form))).toEqual([
    ['times[0].startTime', '18:00'],
    ['notes', 'a "b"\nc'],
  ])
  expect(keptFields('[["__proto__","x"],["a b","x"],["title",1],"title"]')).toEqual([])
  for (const nothing of ['', '{}', 'null', '[[']) expect(keptFields(nothing), nothing).toBeNull()
})

const schema = z.object({
  title: z.string(),
  price: z.coerce.number(),
  times: z.array(z.object({ at: z.string() })).default([]),
})
type Values = z.output<typeof schema>
const edits = {
  fields: ({ title, price, times }: Values) => ({
    title,
    price: String(price),
    ...Object.fromEntries(times.map(({ at }, row) => [`times[${row}].at`, at])),
  }),
  names: { price: 'price' },
}
const shown = { title: 'Yoga', price: '15', 'times[0].at': '18:00' }
const typed = { title: ['Hatha'], price: ['15'], shown: [JSON.stringify(shown)] }
const form: Values = { title: 'Hatha', price: 15, times: [] }

test('the shown values are parsed like typed ones; anything else counts as unknown', () => {
  expect(readShown(schema, typed)).toEqual({ title: 'Yoga', price: 15, times: [{ at: '18:00' }] })
  for (const nothing of ['', 'x', '[', 'null', '{"price":"much"}'])
    expect(readShown(schema, { shown: [nothing] }), nothing).toBeNull()
  expect(shownIn({ shown: ['{"a":1,"b":"x"}'] })).toEqual({ b: 'x' })
})

test('after a conflict the form shows the current values of the conflicting fields, and what it showed elsewhere', () => {
  const one = { ok: false, reason: 'conflict', conflicts: [{ field: 'title', current: 'Yin' }] }
  expect(answerConflicts(typed, { ...one, ok: false }, { form, edits })).toEqual({
    conflicts: { title: 'Yin' },
    shown: { ...shown, title: 'Yin' },
  })
  const rows = { field: 'times', current: [{ at: '07:00' }, { at: '08:00' }] }
  const list = { ok: false as const, reason: 'conflict', conflicts: [rows] }
  expect(answerConflicts(typed, list, { form, edits })?.shown).toEqual({
    title: 'Yoga',
    price: '15',
    'times[0].at': '07:00',
    'times[1].at': '08:00',
  })
  expect(answerConflicts(typed, { ok: false, reason: 'busy' }, { form, edits })).toBeNull()
})

test('a form from another address than the site’s own says which one to open', async () => {
  const said = 'This form came from another site. Open this page at http://localhost:3000.'
  const refusal = new ErrorResponse(403, 'Forbidden', said)
  const sent = {
    request: new Request('http://127.0.0.1:3000/login', { method: 'POST', body: formOf() }),
    serverAction: () => Promise.reject(refusal),
  }
  expect(await keepForm(sent)).toMatchObject({
    data: { problem: { kind: 'elsewhere', origin: 'http://localhost:3000' } },
  })
})

test('the page of a proxy is not a lost network, and neither is an answer of ours', async () => {
  const unreadable = new Error('Unable to decode turbo-stream response')
  const hotel = new ErrorResponse(511, '', '<h1>Please sign in</h1>')
  for (const lost of [new TypeError('Failed to fetch'), unreadable, hotel])
    expect(noAnswerIn(lost)).toBe('network')
  for (const status of [502, 503, 504, 429]) {
    const proxy = new ErrorResponse(status, '', '<h1>nginx</h1>')
    expect(noAnswerIn(proxy)).toBe('server')
    const request = new Request('http://localhost/x', { method: 'POST', body: formOf(['a', 'b']) })
    expect(await keepForm({ request, serverAction: () => Promise.reject(proxy) })).toMatchObject({
      data: { problem: { kind: 'server' }, typed: { a: ['b'] } },
    })
  }
  const missing = new ErrorResponse(404, '', null)
  const ours = [missing, new TypeError('Unexpected Server Error'), new Error('x'), new Response()]
  for (const answer of ours) expect(noAnswerIn(answer)).toBeNull()
})

test.for([
  ['/dashboard/classes.data', '/dashboard/classes'],
  ['/dashboard/bookings.data?status=x&_routes=root', '/dashboard/bookings?status=x'],
  ['/dashboard.data?index', '/dashboard?index='],
  ['/_root.data', '/'],
  ['/_.data', '/'],
  ['/dashboard/bookings?q=a.data', '/dashboard/bookings?q=a.data'],
] as const)('%s is about the page %s', ([requested, page]) => {
  expect(pageAddress(`http://localhost${requested}`)).toBe(page)
})

test('a cookie contains its plain value, and travels by https where the site does', async () => {
  expect(await cookieLine('theme', 'dark', 'https://a.example')).toBe(
    'theme=dark; Max-Age=31536000; Path=/; Secure; SameSite=Lax',
  )
  const toast = JSON.stringify({ title: 'Grüße; „ok“' })
  const line = await cookieLine('notice', toast, 'http://localhost')
  expect(line).toContain(`notice=${encodeURIComponent(toast)};`)
  expect(line).not.toContain('Secure')
})
