import { redirect, type RouterContextProvider } from 'react-router'
import { pageAfterSetUp, wantedIn } from '#app/features/profile/next-steps.ts'
import { SetUpWizard } from '#app/features/profile/set-up-wizard.tsx'
import { changePicture, pictureRefusals } from '#app/features/pictures/picture-form.server.ts'
import type { Member } from '#app/http/context.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { textsIn } from '#app/http/form-answer.ts'
import { byIntent } from '#app/http/form-intents.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { limitUploads } from '#app/http/limit-uploads.ts'
import { member } from '#app/http/managing.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { countryAsked, countryChoices, currencyChoices, zoneChoices } from '#app/locale/places.ts'
import { translator } from '#app/locale/translate.ts'
import { firstName } from '#core/accounts/rules.ts'
import { findFace } from '#core/pictures/queries.ts'
import { pictureSchema } from '#core/pictures/schema.ts'
import { saveSetUpDraft, setUpVendor } from '#core/vendors/commands/set-up-vendor.ts'
import { findSetUpDraft, findUsernameProblem } from '#core/vendors/queries.ts'
import { currencies } from '#core/vendors/rules.ts'
import { setUpBasicsSchema, setUpPlaceSchema, setUpSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/onboarding'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { member } = newcomer({ context })
  const language = readerLanguage(request)
  const country = countryAsked(request.headers.get('accept-language')) ?? ''
  const { db, origin, googleCalendar } = depsOf(context)
  return {
    origin,
    avatarUrl: member.avatarUrl,
    face: await findFace(db, member.vendor.id),
    draft: { ...nameGiven(member), ...(await findSetUpDraft(db, member.vendor.id)) },
    first: { country, language },
    signInAddress: member.email,
    countries: countryChoices(language),
    currencies: currencyChoices(language, currencies),
    zones: zoneChoices(),
    hasCalendar: googleCalendar !== null,
  }
}

const { field } = refusalsIn('account')
const usernameRefusals = {
  username_shape: wrong('username', 'username_shape', 400),
  username_reserved: wrong('username', 'username_reserved', 400),
  username_taken: wrong('username', 'username_taken'),
}
const failures = ({ t }: { t: ReturnType<typeof translator<'account'>> }) => ({
  failed: { title: t('onboarding.failed'), text: t('onboarding.failedText') },
})

const basics = formAction({
  allow: newcomer,
  texts: 'account',
  schema: () => setUpBasicsSchema,
  run: async ({ deps: { db }, member: { vendor }, typed, form: { username } }) => {
    await saveSetUpDraft(db, vendor.id, textsIn(typed))
    const reason = await findUsernameProblem(db, { username, vendorId: vendor.id })
    return reason === null ? { ok: true } : { ok: false, reason }
  },
  refusals: usernameRefusals,
  failures,
  done: () => ({ more: { step: 1 } }),
})

const place = formAction({
  allow: newcomer,
  texts: 'account',
  schema: () => setUpPlaceSchema,
  run: async ({ deps: { db }, member: { vendor }, typed }) => {
    await saveSetUpDraft(db, vendor.id, textsIn(typed))
    return { ok: true }
  },
  refusals: {},
  failures,
  done: () => ({ more: { step: 2 } }),
})

const back = formAction({
  allow: newcomer,
  texts: 'account',
  schema: () => noFields,
  run: async ({ deps: { db }, member: { vendor }, typed }) => {
    await saveSetUpDraft(db, vendor.id, textsIn(typed))
    return { ok: true }
  },
  refusals: {},
  failures,
  done: ({ text }) => ({ more: { step: text('step') === '2' ? 1 : 0 } }),
})

const finish = formAction({
  allow: newcomer,
  texts: 'account',
  schema: () => setUpSchema,
  run: ({ deps, visitor, member: { vendor, userId, email }, form }) =>
    setUpVendor(deps, { vendorId: vendor.id, userId, email, visitor }, form),
  refusals: {
    ...usernameRefusals,
    timeZone: wrong('timeZone', 'timeZone', 400),
    contact_rate_limited: field('contactEmail', 'onboarding.contactRateLimited', 429),
  },
  failures,
  done: ({ deps, text, form, result: { askedToConfirm: email } }) => {
    // The one that was just chosen, for the next page and from now on.
    const t = translator(form.language, 'account')
    return redirectWithToast(
      deps,
      pageAfterSetUp(text('next'), wantedIn(form, { hasCalendar: deps.googleCalendar !== null })),
      {
        title: t('onboarding.done'),
        text: t(email === null ? 'onboarding.doneText' : 'onboarding.doneAskedText', {
          email: email ?? '',
        }),
      },
    )
  },
})

const picture = limitUploads(
  formAction({
    allow: newcomer,
    texts: 'pictures',
    schema: () => pictureSchema,
    run: ({ deps, member, form }) =>
      changePicture(deps, { vendorId: member.vendor.id, kind: 'face' }, form),
    refusals: pictureRefusals,
    done: () => ({ more: { step: 0 } }),
  }),
)

const steps = byIntent({ basics, place, back }, finish)

/** The steps are one form, and the picture is another, the only one with a file. */
export function action(args: Route.ActionArgs): ReturnType<typeof steps | typeof picture> {
  const isPicture = /^multipart\//i.test(args.request.headers.get('content-type') ?? '')
  return isPicture ? picture(args) : steps(args)
}

/** The name that came with the account, unless it is only the beginning of the address. */
const nameGiven = ({ fullName, email }: Member) =>
  fullName === firstName(email) ? {} : { fullName }

/** A member whose vendor is not set up yet. */
function newcomer({ context }: { context: Readonly<RouterContextProvider> }) {
  const working = member({ context })
  if (working.member.vendor.setUpAt) throw redirect('/dashboard')
  return working
}

export const clientAction = keepForm

export default function Onboarding({ loaderData, actionData }: Route.ComponentProps) {
  return <SetUpWizard {...loaderData} answer={actionData} />
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]
