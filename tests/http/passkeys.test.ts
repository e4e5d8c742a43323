import { addPasskey, askForPasskey } from '#core/accounts/commands/add-passkey.ts'
import { readQuestion } from '#core/accounts/steps/passkey-question.ts'
import type { Deps } from '#core/shared/deps.ts'
import { password, wholeForm } from '#tests/support/accounts.ts'
import type { Visitor } from '#tests/support/app.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { expect, test } from '#tests/support/database.ts'
import { formIn } from '#tests/support/page-form.ts'
import { newSession } from '#tests/support/session.ts'
import { aSignedInOwner } from '#tests/support/two-factor.ts'

const { email } = wholeForm

async function aPasskey(deps: Deps, userId: string): Promise<Authenticator> {
  const device = new Authenticator(deps.origin)
  const { name, value } = await newSession(deps, userId)
  const browser = { network: '192.0.2.1', headers: new Headers({ cookie: `${name}=${value}` }) }
  const asked = await askForPasskey(deps, browser, { userId, email }, { password, code: '' })
  if (!asked.ok) throw new Error(asked.reason)
  const response = device.make(asked.options)
  await addPasskey(deps, browser, { userId, email }, { draft: asked.draft, response })
  return device
}

/** What the form of the page sends when the device has signed its question. */
function signed(deps: Deps, device: Authenticator, draft: string) {
  const challenge = readQuestion(deps, null, draft)?.challenge ?? ''
  const response = device.sign({ challenge, rpId: 'localhost' })
  return { intent: 'passkey', draft, response }
}

test('a page that another device has overtaken signs in by its passkey at the second try', async ({
  deps,
}) => {
  const { app, userId } = await aSignedInOwner(deps)
  const device = await aPasskey(deps, userId)
  const [early, late] = [app.visitor(), app.visitor()]
  const open = async (visitor: Visitor) =>
    formIn(await (await visitor.get('/login')).text(), 'response')['draft'] ?? ''
  const before = await open(early)
  const after = await open(late)
  expect((await late.post('/login', signed(deps, device, after))).status).toBe(302)
  // A script keeps the page, with the question in it.
  const over = await early.post('/login.data', signed(deps, device, before))
  expect(over.status).toBe(409)
  const answer = await over.text()
  const drafts = [...answer.matchAll(/"([^"\\]{60,})"/g)].map(([, text = '']) => text)
  const fresh = drafts.find((text) => text !== before && readQuestion(deps, null, text))
  expect(fresh).toBeDefined()
  expect(answer).not.toContain('reload')
  const again = await early.post('/login', signed(deps, device, fresh ?? ''))
  expect(again.status).toBe(302)
  expect(early.cookies.has('openspot.session_token')).toBe(true)
})
