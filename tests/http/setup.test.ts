import type { Deps } from '#core/shared/deps.ts'
import { createCalendar } from '#server/deps.ts'
import { password, registered, signInWith } from '#tests/support/accounts.ts'
import { appFor, readPage, signInAs } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'
import { anSvg, aPhoto } from '#tests/support/pictures.ts'

const basics = {
  step: '0',
  fullName: 'Vera Müller',
  businessName: 'Studio Vera',
  username: 'studio-vera',
  description: 'Yoga for everyone.',
  specialties: 'Yoga, Pilates',
  experienceYears: '7',
}
const place = {
  location: 'Berlin',
  serviceAreas: 'Potsdam',
  country: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  language: 'de',
  contact: 'none',
  contactTelegram: '@vera_yoga',
  website: 'vera.example',
  instagram: '@vera.yoga',
}

async function newcomer(deps: Deps) {
  const app = await appFor(deps)
  const visitor = await registered(app, deps)
  await signInWith(visitor, 'new@example.com', password)
  return { app, visitor }
}

/** The step that is not hidden, by what the progress says. */
const stepIn = (said: string) => /Step \d of 3\s*\d+%/.exec(said)?.[0].replace(/\s+/, ' ')

test('three steps without script: each keeps what was typed, and the page shows all of it in the end', async ({
  deps,
}) => {
  const { app, visitor } = await newcomer(deps)
  const first = await visitor.get('/onboarding')
  expect(stepIn(await readPage(first.clone()))).toBe('Step 1 of 3 33%')
  expect(await first.text()).toMatch(
    /<button[^>]*disabled=""[^>]*value="back"|value="back"[^>]*disabled=""/,
  )

  const unnamed = await visitor.post('/onboarding', {
    ...basics,
    businessName: ' ',
    intent: 'basics',
  })
  expect(unnamed.status).toBe(400)
  expect(stepIn(await readPage(unnamed.clone()))).toBe('Step 1 of 3 33%')
  expect(await readPage(unnamed)).toContain('Please fill this in.')

  const second = await visitor.post('/onboarding', { ...basics, intent: 'basics' })
  expect(second.status).toBe(200)
  expect(stepIn(await readPage(second.clone()))).toBe('Step 2 of 3 67%')
  const secondPage = await second.text()
  expect(secondPage).toContain('value="Studio Vera"')
  expect(secondPage.match(/<title>[^<]*/g)).toEqual([
    '<title>Where do you operate and what do you offer? · Openspot',
  ])

  const nowhere = await visitor.post('/onboarding', { ...basics, step: '1', intent: 'place' })
  expect(nowhere.status).toBe(400)
  expect(stepIn(await readPage(nowhere))).toBe('Step 2 of 3 67%')

  // Another day, on another device.
  const later = await readPage(await visitor.get('/onboarding'))
  expect(stepIn(later)).toBe('Step 2 of 3 67%')
  expect(await (await visitor.get('/onboarding')).text()).toContain('value="Studio Vera"')

  const unchosen = await visitor.post('/onboarding', {
    ...basics,
    ...place,
    contact: '',
    step: '1',
    intent: 'place',
  })
  expect(await readPage(unchosen)).toContain('How can customers write to you? Please choose one.')

  const third = await visitor.post('/onboarding', {
    ...basics,
    ...place,
    step: '1',
    intent: 'place',
  })
  expect(stepIn(await readPage(third.clone()))).toBe('Step 3 of 3 100%')
  const said = await readPage(third)
  expect(said).toContain('You’re all set!')
  expect(said).toMatch(
    /Create your first class or service Set up your availability calendar Share your booking link Configure pricing and booking rules/,
  )
  expect(said).not.toContain('Delete this account')
  expect(stepIn(await readPage(await visitor.get('/onboarding')))).toBe('Step 3 of 3 100%')
  const back = await visitor.post('/onboarding', { ...basics, ...place, step: '2', intent: 'back' })
  expect(stepIn(await readPage(back))).toBe('Step 2 of 3 67%')
  const nothing = await deps.db.selectFrom('vendors').select(['username', 'setUpAt']).execute()
  expect(nothing).toEqual([{ username: null, setUpAt: null }])

  const done = await visitor.post('/onboarding', { ...basics, ...place, step: '2' })
  expect(done.headers.get('location')).toBe('/dashboard')
  for (const layout of ['schedule', 'catalogue'] as const) {
    await deps.db.updateTable('vendors').set({ layout }).execute()
    const page = await app.visitor().get('/studio-vera')
    const html = await page.clone().text()
    const said = await readPage(page)
    for (const answer of [
      'Yoga for everyone.',
      'Pilates',
      '7+ Years Experience',
      'Also in: Potsdam',
      'vera.example',
      'Instagram',
    ])
      expect([layout, said]).toEqual([layout, expect.stringContaining(answer)])
    for (const href of [
      'https://vera.example/',
      'https://www.instagram.com/vera.yoga',
      'https://t.me/vera_yoga',
    ])
      expect(html).toContain(`href="${href}"`)
    expect(html).not.toContain('facebook.com')
  }
})

test.for([
  ['class', '/dashboard/classes/new'],
  ['calendar', '/dashboard/calendar'],
  ['link', '/dashboard/share'],
  ['rules', '/settings/rules'],
  ['elsewhere', '/dashboard'],
] as const)(
  'the next step “%s” completes the setup and leads to %s',
  async ([next, path], { deps }) => {
    const { visitor } = await newcomer(deps)
    const done = await visitor.post('/onboarding', { ...basics, ...place, step: '2', next })
    expect(done.headers.get('location')).toBe(path)
    expect((await visitor.get(path)).status).toBe(200)
  },
)

test('a mistake that shows only at the end leads back to its step', async ({ deps }) => {
  const { visitor } = await newcomer(deps)
  await visitor.post('/onboarding', { ...basics, intent: 'basics' })
  await aVendor(deps.db, { username: 'studio-vera' })
  const taken = await visitor.post('/onboarding', { ...basics, ...place, step: '2' })
  expect(taken.status).toBe(409)
  const said = await readPage(taken)
  expect(stepIn(said)).toBe('Step 1 of 3 33%')
  expect(said).toContain('This username is taken. Please choose another.')
  const wrong = await visitor.post('/onboarding', {
    ...basics,
    ...place,
    username: 'vera-2',
    website: 'javascript:alert(1)',
    step: '2',
  })
  expect(stepIn(await readPage(wrong))).toBe('Step 2 of 3 67%')
})

test('a member can ask whether a username is free, before and after the setup; strangers cannot', async ({
  deps,
}) => {
  const { app, visitor } = await newcomer(deps)
  const vendor = await aVendor(deps.db, { username: 'vera' })
  const path = (name: string) => `/onboarding/username?name=${name}`
  const stranger = await app.visitor().get(path('vera'))
  expect(stranger.headers.get('location')).toMatch(/^\/login/)
  const answer = async (name: string, asking = visitor) => (await asking.get(path(name))).json()
  expect(await answer('VERA')).toEqual({ username: 'vera', problem: 'username_taken' })
  expect(await answer('vera-2')).toEqual({ username: 'vera-2', problem: null })
  expect(await answer('dashboard')).toMatchObject({ problem: 'username_reserved' })
  const owner = app.visitor()
  await signInAs(deps, owner, vendor.userId)
  expect(await answer('vera', owner)).toEqual({ username: 'vera', problem: null })
})

test('the photo is uploaded during the setup, keeps what was typed, and is refused afterwards', async ({
  deps,
  db,
}) => {
  const { visitor } = await newcomer(deps)
  await visitor.post('/onboarding', { ...basics, intent: 'basics' })
  const upload = (bytes: Uint8Array) => {
    const form = new FormData()
    form.set('kind', 'face')
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'photo.jpg')
    return visitor.post('/onboarding', form)
  }
  expect((await upload(anSvg())).status).toBe(415)
  const photo = await aPhoto({ width: 640, height: 430 })
  expect((await upload(photo)).status).toBe(200)
  const rows = () => db.selectFrom('pictures').select(['kind', 'name']).execute()
  expect(await rows()).toMatchObject([{ kind: 'face' }])
  const page = await (await visitor.get('/onboarding')).text()
  expect(page).toContain((await rows())[0]?.name)
  expect(page).toContain('value="Studio Vera"')
  const done = await visitor.post('/onboarding', { ...basics, ...place, step: '2' })
  expect(done.headers.get('location')).toBe('/dashboard')
  expect((await upload(photo)).headers.get('location')).toBe('/dashboard')
  expect(await rows()).toHaveLength(1)
})

test('the setup asks for Google Calendar where it is configured, and leads to it', async ({
  deps,
}) => {
  const issuer = 'https://accounts.google.com'
  const client = { clientId: 'a', clientSecret: 'b', issuer, origin: deps.origin }
  const { visitor } = await newcomer({ ...deps, googleCalendar: createCalendar(client) })
  expect(await (await visitor.get('/onboarding')).text()).toContain('name="googleCalendar"')
  const form = { ...basics, ...place, googleCalendar: 'on' }
  const last = await visitor.post('/onboarding', { ...form, intent: 'place' })
  expect(await readPage(last)).toContain('Connect Google Calendar')
  const done = await visitor.post('/onboarding', form)
  expect(done.headers.get('location')).toBe('/settings/integrations')
})

test('the setup does not mention Google Calendar where it is not configured', async ({ deps }) => {
  const { visitor } = await newcomer(deps)
  expect(await (await visitor.get('/onboarding')).text()).not.toContain('name="googleCalendar"')
  const form = { ...basics, ...place, googleCalendar: 'on' }
  expect(
    await readPage(await visitor.post('/onboarding', { ...form, intent: 'place' })),
  ).not.toContain('Connect Google Calendar')
})

test('the setup asks for Telegram, keeps the name of a bot, and leads to where it is connected', async ({
  deps,
}) => {
  const { visitor } = await newcomer(deps)
  const form = { ...basics, ...place, telegramBotUsername: '@vera_demo_bot' }
  const unticked = await visitor.post('/onboarding', { ...form, intent: 'place' })
  expect(await readPage(unticked)).not.toContain('Connect Telegram')
  const asked = { ...form, telegramBot: 'on' }
  const last = await visitor.post('/onboarding', { ...asked, intent: 'place' })
  expect(await readPage(last)).toContain('Connect Telegram Create your first class or service')
  const done = await visitor.post('/onboarding', asked)
  expect(done.headers.get('location')).toBe('/settings/integrations')
  expect(await deps.db.selectFrom('vendors').select('telegramBotUsername').execute()).toEqual([
    { telegramBotUsername: 'vera_demo_bot' },
  ])
})
