import { expect, test } from 'vitest'
import { versionOf } from '#core/shared/version.ts'
import { answerChanged } from './form-edits.ts'
import { typedIn } from './form-answer.ts'
import { keepForm, noAnswerIn } from './keep-form.ts'
import { keptFields, keptText } from './kept-form.ts'
import { pageAddress } from './url-text.ts'
import { cookieLine } from './cookies.ts'
import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'

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

test('after a change by somebody else the form keeps what was typed, says what is saved instead, and has the new version', () => {
  type Values = { title: string; priceMinor: number; times: { at: string }[]; layout?: string }
  const fields = ({ title, priceMinor, times, layout }: Values) => ({
    title,
    price: String(priceMinor / 100),
    ...(layout && { layout }),
    ...Object.fromEntries(times.map(({ at }, row) => [`times[${row}].at`, at])),
  })
  const form = { title: 'Hatha', priceMinor: 1500, times: [{ at: '18:00' }] }
  const typed = { title: ['Hatha'], price: ['15'], 'times[0].at': ['18:00'], version: ['old'] }
  const current = { ...form, title: 'Yin', times: [{ at: '07:00' }, { at: '08:00' }], layout: 'a' }
  const answer = answerChanged(typed, { current }, { form, fields })
  expect(answer.typed).toEqual({ ...typed, version: [versionOf(current)] })
  expect(answer).toMatchObject({ problem: { kind: 'changed' }, errors: {} })
  // A field that the page does not offer is not said.
  expect(answer.saved).toEqual({
    title: 'Yin',
    times: JSON.stringify({ 'times[0].at': '07:00', 'times[1].at': '08:00' }),
  })
  const ofButton = answerChanged(typed, {}, { form: {}, fields: undefined })
  expect(ofButton).toMatchObject({ problem: { kind: 'changed' }, saved: {}, typed })
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
