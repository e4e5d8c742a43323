import { letters } from '#core/messages/templates/letters.ts'
import { languages } from '#core/shared/languages.ts'
import { expect, test } from '#tests/support/database.ts'
import { mailPages } from './mail-pages.ts'

test('every kind of email has an example, shown in each language and both themes', async ({
  deps,
}) => {
  const pages = mailPages(deps)
  const list = await (await pages.request('/_mails')).text()
  for (const kind of Object.keys(letters)) {
    expect(list).toContain(`/_mails/${kind}/0"`)
    for (const language of languages) {
      const at = `/_mails/${kind}/0?language=${language}`
      expect(await (await pages.request(at)).text()).toContain('theme=dark')
      for (const [theme, query] of [
        ['light', '@media not all'],
        ['dark', '@media all'],
      ]) {
        const mail = await (await pages.request(`${at}&theme=${theme}&only=html`)).text()
        expect(mail).toContain(`lang="${language}"`)
        expect(mail).toContain(query)
      }
    }
  }
})

test('every example is of an existing kind, and there are no extra ones', async ({ deps }) => {
  const pages = mailPages(deps)
  for (const path of ['booking.forgotten/0', 'booking.links/99', 'toString/0'])
    expect((await pages.request(`/_mails/${path}`)).status, path).toBe(404)
})
