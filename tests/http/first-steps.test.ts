import { sql } from 'kysely'
import type { Deps } from '#core/shared/deps.ts'
import { password, registered, signInWith } from '#tests/support/accounts.ts'
import { appFor, noticeOf, readPage } from '#tests/support/app.ts'
import { expect, test } from '#tests/support/database.ts'
import { aVendor } from '#tests/support/factories.ts'

const profile = {
  fullName: 'Vera Müller',
  businessName: 'Studio Vera',
  location: 'Berlin',
  country: 'DE',
  timeZone: 'Europe/Berlin',
  currency: 'EUR',
  language: 'de',
  username: 'Studio-Vera',
  contact: 'none',
}

async function atOnboarding(deps: Deps) {
  const app = await appFor(deps)
  const visitor = await registered(app, deps)
  await signInWith(visitor, 'new@example.com', password)
  return { app, visitor }
}

test('the profile step makes the vendor page: "Welcome aboard!", in the language that was chosen', async ({
  deps,
}) => {
  const { visitor } = await atOnboarding(deps)
  const page = await visitor.get('/onboarding', { 'accept-language': 'de-AT,de;q=0.9' })
  expect(page.status).toBe(200)
  expect(await page.text()).toMatch(/<option value="AT" selected/)
  const done = await visitor.post('/onboarding', profile)
  expect(done.headers.get('location')).toBe('/dashboard')
  expect(noticeOf(done)).toMatchObject({
    title: 'Willkommen an Bord!',
    text: 'Dein Profil ist eingerichtet.',
  })
  const vendor = await deps.db.selectFrom('vendors').selectAll().executeTakeFirstOrThrow()
  expect(vendor).toMatchObject({
    username: 'studio-vera',
    businessName: 'Studio Vera',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
    country: 'DE',
  })
  expect((await visitor.get('/dashboard')).status).toBe(200)
  expect((await visitor.get('/onboarding')).headers.get('location')).toBe('/dashboard')
  const again = await visitor.post('/onboarding', { ...profile, timeZone: 'Asia/Tokyo' })
  expect(again.headers.get('location')).toBe('/dashboard')
  expect(await deps.db.selectFrom('vendors').select('timeZone').executeTakeFirst()).toEqual({
    timeZone: 'Europe/Berlin',
  })
})

test('the profile step says at the field what is wrong, and keeps the rest', async ({ deps }) => {
  const { visitor } = await atOnboarding(deps)
  await aVendor(deps.db, { username: 'somebody' })
  const cases = [
    [{ fullName: '' }, 'Please fill this in.', 400],
    [{ businessName: '   ' }, 'Please fill this in.', 400],
    [{ location: 'x'.repeat(161) }, 'This is too long.', 400],
    [{ fullName: 'Ve\u0000ra' }, 'This contains characters that aren’t allowed.', 400],
    [{ timeZone: 'Mars/Olympus' }, 'Please choose a time zone from the list.', 400],
    [{ country: 'Germany' }, 'This isn’t valid.', 400],
    [{ currency: 'XXX' }, 'This isn’t valid.', 400],
    [{ contact: 'other' }, 'Please fill this in.', 400],
    [{ username: 'ab' }, 'Use 3–30 characters: a–z, 0–9, - and _', 400],
    [{ username: 'anna yoga!' }, 'Use 3–30 characters: a–z, 0–9, - and _', 400],
    [{ username: 'dashboard' }, 'This username is reserved. Please choose another.', 400],
    [{ username: 'SOMEBODY' }, 'This username is taken. Please choose another.', 409],
  ] as const
  for (const [wrong, sentence, status] of cases) {
    const answer = await visitor.post('/onboarding', { ...profile, ...wrong })
    expect([wrong, answer.status]).toEqual([wrong, status])
    const html = await answer.clone().text()
    expect(await readPage(answer)).toContain(sentence)
    expect(html).toContain('aria-invalid="true"')
    // The address of a page that cannot be is not promised.
    expect(html.includes('Your page will be at'), JSON.stringify(wrong)).toBe(
      !('username' in wrong) || wrong.username === 'SOMEBODY',
    )
    if (!('businessName' in wrong)) expect(html).toContain('value="Studio Vera"')
  }
  expect(
    await deps.db.selectFrom('vendors').where('setUpAt', 'is', null).select('id').execute(),
  ).toHaveLength(1)
})

test('a profile step that breaks says "Setup Error" and keeps what was typed', async ({ deps }) => {
  const { visitor } = await atOnboarding(deps)
  await sql`alter table usernames add constraint broken check (false) not valid`.execute(deps.db)
  const answer = await visitor.post('/onboarding', profile)
  expect(answer.status).toBe(500)
  const said = await readPage(answer)
  expect(said).toContain('Setup Error')
  expect(said).toContain('There was an issue completing your setup. Please try again.')
})

test('the legal pages need no script, bear their own date and lead back where one came from', async ({
  deps,
}) => {
  const app = await appFor({
    ...deps,
    settings: { ...deps.settings, operatorEmail: 'help@example.com' },
  })
  for (const [path, date] of [
    ['/privacy-policy', 'November 29, 2026'],
    ['/terms-of-service', 'November 23, 2026'],
  ] as const) {
    const page = await app.visitor().get(path, { referer: 'http://localhost:3000/register?ref=A' })
    const html = await page.clone().text()
    expect(html).not.toContain('<script')
    expect(html).toContain('href="/register?ref=A"')
    const said = await readPage(page)
    expect(said).toContain(`Last updated: ${date}`)
    expect(said).toContain('Service Providers')
    expect(said).toContain('help@example.com')
    const foreign = await app.visitor().get(path, { referer: 'https://evil.example/x' })
    expect(await foreign.text()).not.toContain('evil.example')
    // Opened beside a form: a way back would open a second, empty one.
    const beside = await app
      .visitor()
      .get(`${path}?tab=1`, { referer: 'http://localhost:3000/register?ref=A' })
    const text = await beside.text()
    expect(text).toContain('Your form is still open in the other tab.')
    expect(text).not.toContain('href="/register?ref=A"')
  }
  for (const [old, now] of [
    ['/privacy', '/privacy-policy'],
    ['/terms', '/terms-of-service'],
  ] as const) {
    const moved = await app.visitor().get(old)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, now])
  }
})

test('the first page is read in three languages and leads to sign-up, classes and the legal pages', async ({
  deps,
}) => {
  const app = await appFor(deps)
  const html = await (await app.visitor().get('/')).text()
  for (const path of ['/register', '/login', '/classes', '/privacy-policy', '/terms-of-service']) {
    expect(html).toMatch(new RegExp(`(?:href|action)="${path}"`))
  }
  expect(html).toContain('Get Started')
  const german = await readPage(await app.visitor().get('/', { 'accept-language': 'de' }))
  expect(german).toContain('Loslegen')
  const russian = await readPage(await app.visitor().get('/', { 'accept-language': 'ru' }))
  expect(russian).toContain('Начать')
})

test('the pages on the way to an account are in the reader’s language, and say so', async ({
  deps,
}) => {
  const { visitor, app } = await atOnboarding(deps)
  const titles = [
    ['/login', 'Willkommen zurück', 'С возвращением'],
    ['/login-link', 'Ohne Passwort anmelden', 'Вход без пароля'],
    ['/register', 'Konto erstellen', 'Создайте учётную запись'],
    ['/forgot-password', 'Passwort vergessen?', 'Забыли пароль?'],
    ['/reset-password?token=x', 'Neues Passwort wählen', 'Новый пароль'],
    ['/verify-email?email=a%40b.de', 'Sieh in dein Postfach', 'Проверьте почту'],
    ['/auth/v1/verify?token_hash=x', 'E-Mail-Adresse bestätigen', 'Подтвердите e-mail'],
    ['/signout', 'Abmeldung läuft …', 'Выходим…'],
  ] as const
  const isIn = async (answer: Response, language: string, title: string) => {
    const html = await answer.text()
    expect(html).toContain(`<html lang="${language}"`)
    expect(html).toMatch(new RegExp(`<h1[^>]*>${RegExp.escape(title)}<`))
  }
  for (const [path, german, russian] of titles) {
    await isIn(await app.visitor().get(path, { 'accept-language': 'de' }), 'de', german)
    await isIn(await app.visitor().get(path, { 'accept-language': 'ru' }), 'ru', russian)
  }
  await isIn(
    await visitor.get('/onboarding', { 'accept-language': 'de' }),
    'de',
    'Willkommen auf deinem Weg als Anbieter!',
  )
  const refused = await app
    .visitor()
    .post('/login', { email: 'a@example.com', password: 'wrong' }, { 'accept-language': 'de' })
  expect(await readPage(refused)).toContain('E-Mail-Adresse oder Passwort ist falsch.')
})

test('the sign-in page does not lead to itself', async ({ deps }) => {
  const app = await appFor(deps)
  const headerOf = async (path: string) =>
    /<header[\s\S]*?<\/header>/.exec(await (await app.visitor().get(path)).text())?.[0]
  expect(await headerOf('/register')).toContain('href="/login"')
  expect(await headerOf('/login')).not.toContain('href="/login"')
})

test('the workspace is in the language of the setup, other pages and mails in the reader’s', async ({
  deps,
}) => {
  const { visitor, app } = await atOnboarding(deps)
  const german = { 'accept-language': 'de' }
  const isEnglish = async (answer: Response) => {
    const html = await answer.text()
    expect(html).toContain('<html lang="en"')
    expect(html).toContain('Privacy')
    expect(html).not.toContain('Datenschutz')
  }
  expect(await (await visitor.get('/onboarding', german)).text()).toContain('<html lang="de"')
  await visitor.post('/onboarding', { ...profile, language: 'en' })
  for (const path of ['/dashboard', '/dashboard/classes', '/dashboard/bookings'])
    await isEnglish(await visitor.get(path, german))
  // What the script of a page asks for has the address of the page with an ending.
  const data = await (await visitor.get('/dashboard.data', german)).text()
  expect(data).toContain('/language/visitor.en.')
  expect(data).not.toContain('/language/visitor.de.')
  const form = { email: 'de@example.com', password, agreeToTerms: 'on' }
  await app.visitor().post('/register', form, german)
  const { language } = await deps.db
    .selectFrom('users')
    .where('email', '=', form.email)
    .select('language')
    .executeTakeFirstOrThrow()
  expect(language).toBe('de')
  for (const path of ['/', '/studio-vera', '/pricing']) {
    const html = await (await app.visitor().get(path, german)).text()
    expect(html).toContain('<html lang="de"')
    expect(html).toContain('Datenschutz')
  }
})
