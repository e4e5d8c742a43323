import { redirect, type RouterContextProvider } from 'react-router'
import { ProfileStep } from '#app/features/accounts/profile-step.tsx'
import { formAction } from '#app/http/form-action.ts'
import { refusalsIn, wrong } from '#app/http/form-refusals.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { member } from '#app/http/managing.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { countryAsked, countryChoices, currencyChoices, zoneChoices } from '#app/locale/places.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { setUpVendor } from '#core/vendors/commands/set-up-vendor.ts'
import { currencies } from '#core/vendors/rules.ts'
import { setUpSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/onboarding'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { member } = newcomer({ context })
  const language = readerLanguage(request)
  const country = countryAsked(request.headers.get('accept-language')) ?? ''
  return {
    title: titleOf(context, translator(language, 'account')('onboarding.title')),
    origin: depsOf(context).origin,
    first: { country, language },
    signInAddress: member.email,
    countries: countryChoices(language),
    currencies: currencyChoices(language, currencies),
    zones: zoneChoices(),
  }
}

const { field } = refusalsIn('account')

export const action = formAction({
  allow: newcomer,
  texts: 'account',
  schema: () => setUpSchema,
  run: ({ deps, visitor, member: { vendor, userId, email }, form }) =>
    setUpVendor(deps, { vendorId: vendor.id, userId, email, visitor }, form),
  refusals: {
    username_shape: wrong('username', 'username_shape', 400),
    username_reserved: wrong('username', 'username_reserved', 400),
    username_taken: wrong('username', 'username_taken'),
    timeZone: wrong('timeZone', 'timeZone', 400),
    contact_rate_limited: field('contactEmail', 'onboarding.contactRateLimited', 429),
  },
  failures: ({ t }) => ({
    failed: { title: t('onboarding.failed'), text: t('onboarding.failedText') },
  }),
  done: ({ deps, t, result: { askedToConfirm: email } }) =>
    redirectWithToast(deps, '/dashboard', {
      title: t('onboarding.done'),
      text: t(email === null ? 'onboarding.doneText' : 'onboarding.doneAskedText', {
        email: email ?? '',
      }),
    }),
})

/** A member whose vendor is not set up yet. */
function newcomer({ context }: { context: Readonly<RouterContextProvider> }) {
  const working = member({ context })
  if (working.member.vendor.setUpAt) throw redirect('/dashboard')
  return working
}

export const clientAction = keepForm

export default function Onboarding({ loaderData, actionData }: Route.ComponentProps) {
  return <ProfileStep {...loaderData} answer={actionData} />
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
