import { randomUUID } from 'node:crypto'
import { aSession } from '#tests/support/factories.ts'
import { expect, test } from '#tests/support/database.ts'
import { apiOf, problemIn } from './api-client.ts'

const sessionId = '@session'
const good = { sessionId, customer: { name: 'Carla', email: 'carla@example.com' } }
const json = JSON.stringify
const deep = '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)
const withName = (name: string) => json({ ...good, customer: { ...good.customer, name } })

const bodies: Record<string, [body: string | Uint8Array<ArrayBuffer>, status: number]> = {
  'no body': ['', 400],
  'no JSON': ['{', 400],
  'an array': ['[]', 400],
  'a null': ['null', 400],
  'a text': ['"book"', 400],
  'nothing in it': ['{}', 400],
  'a NUL byte in the name': [withName('a\u0000b'), 400],
  'a bare NUL byte': [json(good).replace('Carla', 'Car\u0000la'), 400],
  'half a sign in the name, escaped': [json(good).replace('Carla', '\\ud800'), 400],
  'a line break in the name': [withName('a\nBcc: b'), 400],
  'a name of spaces': [withName('   '), 400],
  'a name of 121 characters': [withName('a'.repeat(121)), 400],
  'a name of 1 MB': [withName('a'.repeat(1_000_000)), 413],
  'a NUL byte in the phone': [
    json({ ...good, customer: { name: 'C', phone: '+49\u0000301' } }),
    400,
  ],
  'a phone that is none': [json({ ...good, customer: { name: 'C', phone: 'call me' } }), 400],
  'an e-mail that is none': [json({ ...good, customer: { name: 'C', email: 'a@b@c' } }), 400],
  'no contact': [json({ ...good, customer: { name: 'C' } }), 400],
  'an empty contact': [json({ ...good, customer: { name: 'C', phone: '' } }), 400],
  'no customer': [json({ sessionId }), 400],
  'a list as customer': [json({ ...good, customer: [] }), 400],
  'an object 10,000 deep': [deep, 400],
  'an object 5,000 deep as customer': [
    `{"sessionId":"${sessionId}","customer":${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`,
    400,
  ],
  'lists 30,000 deep': ['['.repeat(30_000) + ']'.repeat(30_000), 400],
  'a session that is no id': [json({ ...good, sessionId: "' or 1=1 --" }), 400],
  'a session that is a number': [json({ ...good, sessionId: 1 }), 400],
  'a session nobody has': [json({ ...good, sessionId: randomUUID() }), 404],
  'no spots': [json({ ...good, spots: 0 }), 400],
  'five spots': [json({ ...good, spots: 5 }), 400],
  'half a spot': [json({ ...good, spots: 1.5 }), 400],
  'minus one spot': [json({ ...good, spots: -1 }), 400],
  'spots beyond counting': [json(good).replace('{', '{"spots":1e400,'), 400],
  'spots as text': [json({ ...good, spots: '1' }), 400],
  'no UTF-8': [new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  'prototype keys and nothing else': ['{"__proto__":{"sessionId":"x"},"constructor":{}}', 400],
}

test('a booking with a hostile body gets a clear answer, never a 5xx', async ({ db, deps }) => {
  const session = await aSession(db)
  const { ask } = apiOf(deps)
  for (const [name, [body, status]] of Object.entries(bodies)) {
    const answer = await ask('/bookings', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: typeof body === 'string' ? body.replace(sessionId, session.id) : body,
    })
    const { code } = await problemIn(answer)
    expect
      .soft([answer.status, code], name)
      .toEqual([status, status === 404 ? 'not_found' : 'invalid'])
    expect.soft(answer.headers.get('content-type'), name).toBe('application/problem+json')
  }
})

test('unknown JSON properties are ignored, `__proto__` included', async ({ db, deps }) => {
  const session = await aSession(db)
  const body = `{"__proto__":{"spots":4},"priceMinor":0,"status":"completed",${json({ ...good, sessionId: session.id }).slice(1)}`
  const answer = await apiOf(deps).ask('/bookings', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Idempotency-Key': 'k'.repeat(16),
    },
    body,
  })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    booking: { priceMinor: 1500, status: 'confirmed' },
    bookings: [{}],
  })
})

test('the key of a booking: needed, 16 to 255 printable characters', async ({ db, deps }) => {
  const body = json({ ...good, sessionId: (await aSession(db)).id })
  const { ask } = apiOf(deps)
  for (const key of [
    undefined,
    '',
    'a'.repeat(15),
    'a'.repeat(256),
    `schlüssel${'l'.repeat(16)}`,
    `a\tb${'c'.repeat(16)}`,
  ]) {
    const headers = {
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    }
    const answer = await ask('/bookings', { method: 'POST', headers, body })
    const said = await problemIn(answer)
    expect([answer.status, said.code, said.errors?.[0]?.path]).toEqual([
      400,
      'invalid',
      'Idempotency-Key',
    ])
  }
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'a'.repeat(255) }
  expect((await ask('/bookings', { method: 'POST', headers, body })).status).toBe(201)
})

test('another content type, or none, is 415', async ({ db, deps }) => {
  const body = json({ ...good, sessionId: (await aSession(db)).id })
  const { ask } = apiOf(deps)
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'application/xml',
    'json',
  ]) {
    const answer = await ask('/bookings', {
      method: 'POST',
      headers: { 'Content-Type': type, 'Idempotency-Key': 'k'.repeat(16) },
      body,
    })
    expect([type, answer.status, (await problemIn(answer)).code]).toEqual([type, 415, 'invalid'])
  }
  const untyped = await ask('/bookings', {
    method: 'POST',
    headers: { 'Idempotency-Key': 'k'.repeat(16) },
    body: new TextEncoder().encode(body),
  })
  expect(untyped.status).toBe(415)
})

test('a body without end is refused at 64 kB', async ({ deps }) => {
  let sent = 0
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      sent += 1024
      controller.enqueue(new Uint8Array(1024).fill(32))
    },
  })
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k'.repeat(16) }
  const init = { method: 'POST', headers, body: endless, duplex: 'half' }
  const answer = await apiOf(deps).ask('/bookings', init)
  expect([answer.status, (await problemIn(answer)).code]).toEqual([413, 'invalid'])
  expect(sent).toBeLessThan(100_000)
})

const cursorAt = (at: string) => Buffer.from(`${at} ${randomUUID()}`).toString('base64url')
const queries: Record<string, number> = {
  '/classes?limit=101': 400,
  '/classes?limit=0': 400,
  '/classes?limit=-1': 400,
  '/classes?limit=1.5': 400,
  '/classes?limit=99999999999999999999': 400,
  '/classes?limit=many': 400,
  '/classes?limit=1&limit=2': 400,
  '/classes?search=%00': 400,
  '/classes?search=%ED%A0%80': 200,
  '/classes?search=%': 200,
  '/classes?search=%27;drop+table+classes;--': 200,
  [`/classes?search=${'a'.repeat(101)}`]: 400,
  '/classes?cursor=garbage': 400,
  '/classes?cursor=': 400,
  [`/classes?cursor=${cursorAt('2026-02-30T00:00:00.000000')}`]: 400,
  [`/classes?cursor=${cursorAt('0000-01-01T00:00:00.000000')}`]: 400,
  [`/classes?cursor=${cursorAt('2026-01-01T99:99')}`]: 400,
  [`/classes?cursor=${cursorAt('2026-01-01T::::....')}`]: 400,
  '/classes/no-id': 404,
  '/classes/%': 404,
  '/classes/%00': 404,
  '/classes/%E0%A4%A': 404,
  '/classes/no-id/sessions': 404,
  [`/classes/${randomUUID()}`]: 404,
  [`/classes/${randomUUID()}/sessions`]: 404,
  '/classes/@class/sessions?from=yesterday': 400,
  '/classes/@class/sessions?from=2026-02-30': 400,
  '/classes/@class/sessions?from=0000-01-01': 400,
  '/classes/@class/sessions?to=2026-01-01T25:00:00Z': 400,
  '/classes/@class/sessions?to=2026-01-01T10:00': 400,
  '/classes/@class/sessions?from=1000-01-01&to=2999-12-31': 200,
  '/classes/@class/sessions?from=2999-12-31T23:59:59-14:00': 200,
  '/classes/@class/sessions?from=2031-01-01&to=2030-01-01': 200,
  '/bookings/nothing': 400,
  '/bookings/nothing?token=x': 404,
  '/bookings/%00?token=%00': 404,
  [`/bookings/0000000000?token=${'x'.repeat(201)}`]: 400,
  '/bookings/0000000000?token=a&token=b': 400,
}

test('a hostile address gets a clear answer, never a failure of ours', async ({ db, deps }) => {
  const session = await aSession(db)
  const { ask } = apiOf(deps)
  for (const [path, status] of Object.entries(queries)) {
    const answer = await ask(path.replace('@class', session.class.id))
    expect.soft(answer.status, path).toBe(status)
    if (answer.status === 200) continue
    expect.soft((await problemIn(answer)).code, path).toBe(status === 404 ? 'not_found' : 'invalid')
  }
})

test('a cancellation with a strange body is refused', async ({ deps }) => {
  const { post } = apiOf(deps)
  const path = '/bookings/0000000000/cancel'
  for (const body of [
    {},
    [],
    { token: 1 },
    { token: 'x', bookingIds: [] },
    { token: 'x', bookingIds: ['1'] },
  ]) {
    expect((await post(path, body)).status).toBe(400)
  }
  expect((await post(path, { token: 'x' })).status).toBe(404)
})
