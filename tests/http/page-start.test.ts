import { appFor, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aClass, aSession, aVendor } from '#tests/support/factories.ts'

const fetching = /<script[^>]*(?: src=|type="module")[^>]*>|<link[^>]*rel="modulepreload"[^>]*>/g

test('a page for visitors fetches no script before it is painted, the workspace does', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db)
  const { class: of } = await aSession(db, { class: await aClass(db, { vendor }) })
  const visitor = (await appFor(deps)).visitor()
  for (const at of ['/classes', `/${vendor.username}`, `/book/class/${of.id}`, '/my-spots']) {
    const html = await (await visitor.get(at)).text()
    const eager = [...html.matchAll(fetching)].filter(([tag]) => !tag.includes('text/plain'))
    expect([at, eager]).toEqual([at, []])
    // What starts it later: the texts, then the module of the page, under the nonce of this response.
    const [, nonce, module = ''] =
      /<script nonce="([^"]+)" type="text\/plain">(import "\/language\/[\s\S]*?)<\/script><script nonce="\1">/.exec(
        html,
      ) ?? []
    expect(nonce, at).toMatch(/./)
    expect(module, at).toContain('import("/assets/entry.client-')
  }
  await signInAs(deps, visitor, vendor.userId)
  const workspace = await (await visitor.get('/dashboard')).text()
  expect(workspace.match(fetching)?.length).toBeGreaterThan(5)
  expect(workspace).not.toContain('text/plain')
})
