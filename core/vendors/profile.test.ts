import { versionOf } from '#core/shared/version.ts'
import { describe } from 'vitest'
import { changeLanguage } from '#core/vendors/commands/change-language.ts'
import { changeProfile } from '#core/vendors/commands/change-profile.ts'
import { changeUsername } from '#core/vendors/commands/change-username.ts'
import { saveSetUpDraft, setUpVendor } from '#core/vendors/commands/set-up-vendor.ts'
import { findProfile, findSetUpDraft, findUsernameProblem } from '#core/vendors/queries.ts'
import { type ProfileForm, profileSchema, setUpSchema } from '#core/vendors/schema.ts'
import { expect, test } from '#tests/support/database.ts'
import { type AVendor, aVendor } from '#tests/support/factories.ts'
import { holdLock, waitForWaiter } from '#tests/support/race.ts'

const required = { fullName: 'Vera Müller', businessName: 'Studio Vera', location: 'Berlin' }
const answers = {
  description: 'Yoga for everyone.',
  specialties: 'Yoga, Pilates\nyoga,, Breathing ',
  experienceYears: '7',
  serviceAreas: 'Berlin, Potsdam',
  website: 'vera.example/kurse',
  instagram: 'https://www.instagram.com/vera.yoga/?hl=de',
  facebook: 'https://www.facebook.com/profile.php?id=100012345678',
  twitter: '@vera_yoga',
}
const kept: ProfileForm = {
  ...required,
  description: 'Yoga for everyone.',
  specialties: ['Yoga', 'Pilates', 'Breathing'],
  experienceYears: 7,
  serviceAreas: 'Berlin, Potsdam',
  website: 'https://vera.example/kurse',
  instagram: 'vera.yoga',
  facebook: '100012345678',
  twitter: 'vera_yoga',
}

describe('links are kept as handles or https addresses', () => {
  const read = (field: string, text: string) => {
    const parsed = profileSchema.safeParse({ ...required, [field]: text })
    return parsed.success
      ? new Map<string, unknown>(Object.entries(parsed.data)).get(field)
      : parsed.error.issues[0]?.message
  }
  test.each([
    ['website', 'http://Vera.example', 'https://vera.example/'],
    ['website', 'münchen.example', 'https://xn--mnchen-3ya.example/'],
    ['website', 'javascript:alert(1)', 'website'],
    ['website', 'mailto:vera@vera.example', 'website'],
    ['website', 'https://vera.example@evil.example/', 'website'],
    ['website', 'https://192.168.0.1/', 'website'],
    ['website', 'https://localhost/', 'website'],
    ['website', 'https://vera.example:8080/', 'website'],
    ['website', String.raw`https:\\evil.example`, 'website'],
    ['website', 'https://vera.example/<b>', 'website'],
    ['website', 'ftp://vera.example', 'website'],
    ['instagram', '@vera', 'vera'],
    ['instagram', 'instagram.com/vera', 'vera'],
    ['instagram', 'https://evil.example/vera', 'handle'],
    ['instagram', 'vera yoga', 'handle'],
    ['facebook', 'https://m.facebook.com/vera.yoga', 'vera.yoga'],
    ['facebook', 'fb.com/vera.yoga/', 'vera.yoga'],
    ['twitter', 'https://x.com/vera', 'vera'],
    ['twitter', 'https://twitter.com/vera?s=20', 'vera'],
    ['twitter', 'https://notx.com/vera', 'handle'],
    ['twitter', '@name_of_16_chars', 'handle'],
  ])('%s %s: %s', (field, text, result) => {
    expect(read(field, text)).toBe(result)
  })
})

test('at most ten specialties of at most 40 characters', () => {
  const words = (count: number) => Array.from({ length: count }, (_, nth) => `w${nth}`).join(',')
  const read = (specialties: string) => profileSchema.safeParse({ ...required, specialties })
  expect(read(words(10)).success).toBe(true)
  expect(read(words(11)).success).toBe(false)
  expect(read('x'.repeat(41)).success).toBe(false)
  expect(read('').data?.specialties).toEqual([])
})

const setUpOf = (more: object = {}) =>
  setUpSchema.parse({
    ...required,
    ...answers,
    timeZone: 'Europe/Berlin',
    country: 'DE',
    currency: 'EUR',
    language: 'de',
    username: 'studio-vera',
    contact: 'none',
    contactTelegram: '@vera_yoga',
    ...more,
  })
const memberOf = ({ id, userId, email }: AVendor) => ({
  vendorId: id,
  userId,
  email,
  visitor: { network: '203.0.113.7' },
})

test('every answer of the setup is stored, and the draft is not needed any more', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { setUpAt: null, username: 'before' })
  const of = { vendorId: vendor.id, userId: vendor.userId }
  await saveSetUpDraft(db, vendor.id, { businessName: 'Studio', intent: 'next', location: '' })
  expect(await findSetUpDraft(db, vendor.id)).toEqual({ businessName: 'Studio', location: '' })
  expect(await setUpVendor(deps, memberOf(vendor), setUpOf())).toMatchObject({ ok: true })
  expect(await findProfile(db, of)).toEqual(kept)
  const row = await db
    .selectFrom('vendors')
    .where('id', '=', vendor.id)
    .select(['contactTelegram', 'setUpDraft'])
    .executeTakeFirst()
  expect(row).toEqual({ contactTelegram: 'vera_yoga', setUpDraft: null })
  await saveSetUpDraft(db, vendor.id, { businessName: 'Late' })
  expect(await findSetUpDraft(db, vendor.id)).toBeNull()
})

test('a profile is changed as typed; another tab that showed the one before is asked', async ({
  db,
  deps,
}) => {
  const vendor = await aVendor(db, { setUpAt: null, username: 'before' })
  const other = await aVendor(db)
  const of = { vendorId: vendor.id, userId: vendor.userId }
  await setUpVendor(deps, memberOf(vendor), setUpOf())
  const shown = await findProfile(db, of)
  const save = (more: Partial<typeof shown>) =>
    changeProfile(db, of, { ...shown, ...more }, versionOf(shown))
  expect(await save({ fullName: 'Vera M.', website: null, twitter: null })).toEqual({ ok: true })
  const current = { ...kept, fullName: 'Vera M.', website: null, twitter: null }
  expect(await findProfile(db, of)).toEqual(current)
  expect(await save({ fullName: 'Vera X' })).toEqual({ ok: false, reason: 'changed', current })
  expect(await findProfile(db, { vendorId: other.id, userId: other.userId })).toMatchObject({
    businessName: 'Studio Vera',
    website: null,
  })
})

test('a username is reported as free by the same rule before and during the claim', async ({
  db,
}) => {
  const vendor = await aVendor(db, { username: 'vera' })
  const other = await aVendor(db)
  const problem = (username: string, vendorId = other.id) =>
    findUsernameProblem(db, { username, vendorId })
  expect(await problem('vera')).toBe('username_taken')
  expect(await problem('vera', vendor.id)).toBeNull()
  expect(await problem('free-name')).toBeNull()
  expect(await problem('dashboard')).toBe('username_reserved')
  expect(await problem('a b')).toBe('username_shape')
})

test('a username from before today’s rules stays, and can be taken back; nobody else can claim such a one', async ({
  db,
}) => {
  const vendor = await aVendor(db, { username: '_vera_' })
  const other = await aVendor(db)
  const change = (username: string, vendorId = vendor.id) =>
    changeUsername(db, vendorId, { username })
  expect(await findUsernameProblem(db, { username: '_vera_', vendorId: vendor.id })).toBeNull()
  expect(await change('_vera_')).toEqual({ ok: true, username: '_vera_' })
  expect(await change('vera')).toEqual({ ok: true, username: 'vera' })
  expect(await change('_vera_')).toEqual({ ok: true, username: '_vera_' })
  for (const [username, of] of [
    ['_anna_', vendor.id],
    ['_vera_', other.id],
  ] as const)
    expect(await change(username, of)).toEqual({ ok: false, reason: 'username_shape' })
})

test('a profile and a language that are saved at the same moment wait for each other', async ({
  db,
  databaseUrl,
}) => {
  const vendor = await aVendor(db)
  const of = { vendorId: vendor.id, userId: vendor.userId }
  const shown = await findProfile(db, of)
  const held = await holdLock(databaseUrl, 'select from users where id = $1 for no key update', [
    vendor.userId,
  ])
  const language = changeLanguage(db, of, { language: 'de' })
  await waitForWaiter(db)
  const profile = changeProfile(db, of, { ...shown, fullName: 'Vera M.' }, versionOf(shown))
  await waitForWaiter(db, 2)
  await held.commit()
  expect(await language).toEqual({ ok: true })
  expect(await profile).toEqual({ ok: true })
})

test('the setup and a changed profile wait for a new sign-in address before they hold what it needs', async ({
  db,
  deps,
  databaseUrl,
}) => {
  const vendor = await aVendor(db)
  const newcomer = await aVendor(db, { setUpAt: null })
  const change = ({ id, userId }: AVendor) =>
    changeProfile(db, { vendorId: id, userId }, { ...kept, fullName: 'New Name' })
  const setUp = (of: AVendor) => setUpVendor(deps, memberOf(of), setUpOf())
  for (const [of, start] of [
    [vendor, change],
    [newcomer, setUp],
  ] as const) {
    const lock = 'select from users where id = $1 for update'
    const held = await holdLock(databaseUrl, lock, [of.userId])
    const started = start(of)
    await waitForWaiter(db)
    const free = await db
      .selectFrom('vendorDirectory')
      .where('vendorId', '=', of.id)
      .forUpdate()
      .skipLocked()
      .select('vendorId')
      .execute()
    await held.commit()
    expect(await started).toMatchObject({ ok: true })
    expect(free).toEqual([{ vendorId: of.id }])
  }
})
