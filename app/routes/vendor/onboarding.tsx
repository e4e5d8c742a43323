import { data, redirect } from 'react-router'
import { ProfileStep } from '#app/features/accounts/profile-step.tsx'
import { memberContext } from '#app/http/context.ts'
import { parseForm } from '#app/http/forms.ts'
import { orNetworkProblem } from '#app/http/network.ts'
import { noticeCookie } from '#app/http/notices.ts'
import { depsOf, formOf, readerLanguage } from '#app/http/request.ts'
import { orUnexpected } from '#app/http/unexpected.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { countryAsked, countryChoices, currencyChoices, zoneChoices } from '#app/locale/places.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { setUpVendor } from '#core/vendors/commands/set-up-vendor.ts'
import { currencies } from '#core/vendors/rules.ts'
import { setUpSchema } from '#core/vendors/schema.ts'
import type { Route } from './+types/onboarding'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { vendor } = context.get(memberContext)
  if (vendor.set_up_at) throw redirect('/dashboard')
  const language = readerLanguage(request)
  const country = countryAsked(request.headers.get('accept-language')) ?? ''
  return {
    texts: textsOf(language, ['account']),
    title: titleOf(context, translator(language, 'account')('onboarding.title')),
    origin: depsOf(context).origin,
    first: { country, language },
    countries: countryChoices(language),
    currencies: currencyChoices(language, currencies),
    zones: zoneChoices(),
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { vendor, userId } = context.get(memberContext)
  if (vendor.set_up_at) return redirect('/dashboard')
  const form = parseForm(setUpSchema, await formOf(request))
  if (!form.ok) return data({ result: form.result }, { status: 400 })
  return orUnexpected(context, async () => {
    const done = await setUpVendor(depsOf(context).db, { vendorId: vendor.id, userId }, form.value)
    if (!done.ok) {
      const status = done.reason === 'username_taken' ? 409 : 400
      return data({ result: form.refuse({ username: [done.reason] }) }, { status })
    }
    const t = translator(readerLanguage(request), 'account')
    const notice = noticeCookie({
      tone: 'good',
      title: t('onboarding.done'),
      text: t('onboarding.doneText'),
    })
    return redirect('/dashboard', { headers: { 'set-cookie': notice } })
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  orNetworkProblem(serverAction)

export default function Onboarding({ loaderData, actionData }: Route.ComponentProps) {
  const { texts, ...choices } = loaderData
  return (
    <WithTexts texts={texts}>
      <ProfileStep {...choices} answer={actionData} />
    </WithTexts>
  )
}

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(loaderData?.title)
