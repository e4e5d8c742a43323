// Fills an empty database with demo data, using the product's commands. A second run does nothing; after an interruption
// it starts again.
import { sql } from 'kysely'
import { confirmEmail } from '#core/accounts/commands/confirm-email.ts'
import { register } from '#core/accounts/commands/register.ts'
import { createClass } from '#core/schedule/commands/create-class.ts'
import { createBundle } from '#core/passes/commands/save-bundle.ts'
import { bundleDefaults } from '#core/passes/rules.ts'
import type { Db } from '#core/shared/db.ts'
import type { Deps } from '#core/shared/deps.ts'
import { addDays, todayIn } from '#core/shared/time.ts'
import { activateReferrals } from '#core/referrals/commands/activate-referrals.ts'
import { findReferralCode } from '#core/referrals/queries.ts'
import { setUpVendor } from '#core/vendors/commands/set-up-vendor.ts'
import { loadConfig } from '#server/config.ts'
import { createDeps } from '#server/deps.ts'
import { bookFacilities, fillWithBookings, makeEveryState } from './bookings.ts'
import { addDemoAdmin, addDemoPlans } from './console.ts'
import { takeCards } from './cards.ts'
import { demoAdmin, demoLogins } from './logins.ts'
import { sellBundles } from './bundles.ts'
import { moveIntoThePast } from './past.ts'
import { addDrawing, addFace } from './drawings.ts'
import { plainClass, plainFacility } from './plain-class.ts'
import { type DemoTrainer, newcomer, trainers } from './world.ts'

const saysNothingElse = {
  specialties: [],
  experienceYears: null,
  serviceAreas: null,
  website: null,
  instagram: null,
  facebook: null,
  twitter: null,
  contact: 'signIn' as const,
  contactEmail: null,
  contactTelegram: null,
  telegramBotUsername: null,
}

const seasonWeeks = 16
const beginning = 'A demo world is being written.'
const deps = createDeps(loadConfig())
try {
  if ((await isBegun(deps.db)) && (await isOursAlone(deps.db))) await empty(deps.db)
  const vendors = await deps.db.selectFrom('vendors').select('id').limit(1).execute()
  if (vendors.length === 0) {
    await mark(deps.db, true)
    await seed(deps)
    await mark(deps.db, false)
  }
} finally {
  await deps.close()
}

/** Marks the database as containing incomplete demo data. */
async function mark(db: Db, begun: boolean): Promise<void> {
  await sql`comment on table schema_migrations is ${sql.lit(begun ? beginning : null)}`.execute(db)
}

async function isBegun(db: Db): Promise<boolean> {
  const { rows } = await sql<{ comment: string | null }>`
    select obj_description('schema_migrations'::regclass, 'pg_class') as comment`.execute(db)
  return rows[0]?.comment === beginning
}

/** Somebody may have added data to the incomplete demo, which must not be lost. */
async function isOursAlone(db: Db): Promise<boolean> {
  const ours = [...demoLogins, demoAdmin].map(({ email }) => email)
  const stranger = await db
    .selectFrom('users')
    .where('email', 'not in', ours)
    .select('id')
    .limit(1)
    .execute()
  return stranger.length === 0
}

async function empty(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> 'schema_migrations'`.execute(db)
  const tables = rows.map(({ name }) => sql.table(name))
  await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(db)
}

async function seed(demo: Deps): Promise<void> {
  // The sign-up of the demo is open whatever the installation says.
  const open = {
    ...demo,
    settings: { ...demo.settings, signUp: 'open' as const, bookingRateLimit: false },
  }
  for (const trainer of trainers) await addTrainer(open, trainer)
  await signUp(open, newcomer)
  await activateReferrals(open)
  await fillWithBookings(open)
  await bookFacilities(open)
  await sellBundles(open)
  await moveIntoThePast(open.db, 4)
  await makeEveryState(open)
  await bookFacilities(open)
  await takeCards(open)
  await addDemoPlans(open.db, await addDemoAdmin(open))
  // Demo bookings must not send mails, also when something else of them changes later.
  await sql`delete from outbox`.execute(open.db)
  await sql`select mark_told(g.id, r) from purchases g, unnest(array['customer', 'vendor']) r`.execute(
    open.db,
  )
}

/** An account with a confirmed address. */
async function signUp(
  demo: Deps,
  who: Pick<DemoTrainer, 'email' | 'invitedBy'> & { setUp: Pick<DemoTrainer['setUp'], 'language'> },
) {
  const visitor = { network: `demo ${who.email}`, headers: new Headers() }
  const login = demoLogins.find(({ email }) => email === who.email)
  if (!login) throw new Error(`No login for ${who.email}`)
  const registered = await register(demo, visitor, {
    ...login,
    agreed: true,
    ref: who.invitedBy ? await codeOf(demo.db, who.invitedBy) : null,
    language: who.setUp.language,
  })
  if (!registered.ok) throw new Error(`${who.email}: ${registered.reason}`)
  const confirmed = await confirmEmail(demo, visitor, {
    token: await demo.auth.verificationToken(who.email),
    password: login.password,
    replaces: null,
  })
  if (!confirmed.ok) throw new Error(`${who.email}: ${confirmed.reason}`)
  const member = await demo.db
    .selectFrom('users')
    .innerJoin('vendorMembers', 'vendorMembers.userId', 'users.id')
    .where('users.email', '=', who.email)
    .select(['users.id as userId', 'users.email', 'vendorMembers.vendorId'])
    .executeTakeFirstOrThrow()
  return { visitor, member }
}

async function codeOf(db: Db, email: string): Promise<string> {
  const { vendorId } = await db
    .selectFrom('users')
    .innerJoin('vendorMembers', 'vendorMembers.userId', 'users.id')
    .where('users.email', '=', email)
    .select('vendorMembers.vendorId')
    .executeTakeFirstOrThrow()
  return findReferralCode(db, vendorId)
}

async function addTrainer(demo: Deps, trainer: DemoTrainer): Promise<void> {
  const { visitor, member } = await signUp(demo, trainer)
  const done = await setUpVendor(
    demo,
    { ...member, visitor },
    { ...saysNothingElse, ...trainer.setUp },
  )
  if (!done.ok) throw new Error(`${trainer.email}: ${done.reason}`)
  await demo.db
    .updateTable('vendors')
    .set({
      layout: trainer.layout ?? 'schedule',
      accent: trainer.accent ?? null,
      postalAddress: trainer.setUp.location,
      paymentNote: trainer.paymentNote ?? null,
    })
    .where('id', '=', member.vendorId)
    .execute()

  const motif = trainer.classes.find(({ picture }) => picture)?.picture
  const { vendorId } = member
  await addFace(demo, vendorId, {
    nth: trainers.indexOf(trainer),
    colour: trainer.accent ?? null,
  })
  if (motif) await addDrawing(demo, { vendorId, kind: 'cover' }, motif, trainer.email)

  const now = new Date()
  const todayThere = todayIn(trainer.setUp.timeZone, now)
  for (const facility of trainer.facilities ?? []) {
    const created = await createClass(
      { db: demo.db, settings: { plans: true } },
      vendorId,
      plainFacility({
        currency: trainer.setUp.currency,
        location: trainer.setUp.location,
        startDate: todayThere,
        endDate: addDays(todayThere, seasonWeeks * 7),
        ...facility,
      }),
      now,
    )
    if (!created.ok) throw new Error(`${trainer.email}: ${created.reason}`)
  }
  for (const { picture, popularity: _, times, bundles = [], ...wanted } of trainer.classes) {
    const created = await createClass(
      { db: demo.db, settings: { plans: true } },
      member.vendorId,
      plainClass({
        currency: trainer.setUp.currency,
        location: trainer.setUp.location,
        maxStudents: 10,
        durationMinutes: 60,
        startDate: todayThere,
        // A season: sessions for a year would be more than a small studio plans.
        endDate: addDays(todayThere, seasonWeeks * 7),
        ...wanted,
        times,
      }),
      now,
    )
    if (!created.ok) throw new Error(`${wanted.title}: ${created.reason}`)
    const of = { vendorId: member.vendorId, classId: created.classId }
    if (picture) await addDrawing(demo, { ...of, kind: 'class' }, picture, wanted.title)
    for (const bundle of bundles)
      await createBundle(demo, of, {
        ...bundleDefaults,
        ...bundle,
        currency: trainer.setUp.currency,
      })
  }
}
