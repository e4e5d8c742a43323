import { data, Link, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { ContactForm, type EnquiryAnswer } from '#app/features/contact/contact-form.tsx'
import { PlanLines } from '#app/features/pricing/plan-cards.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { incomingContext } from '#app/http/context.ts'
import { parseForm } from '#app/http/forms.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, formOf, readerLanguage, textIn } from '#app/http/request.ts'
import { textsOf } from '#app/locale/catalogue.ts'
import { translator } from '#app/locale/translate.ts'
import { WithTexts } from '#app/locale/with-texts.tsx'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { openEnquiryForm, sendEnquiry } from '#core/messages/commands/send-enquiry.ts'
import { enquiryFormSchema } from '#core/messages/schema.ts'
import { planCatalogue, trialDays } from '#core/plans/catalogue.ts'
import type { Route } from './+types/contact'

// The form is plain: nothing on this page needs a script.
export const handle = { plain: true }

const sent = '/contact?sent=1'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const language = readerLanguage(request)
  const t = translator(language, 'contact')
  return {
    texts: textsOf(language, ['contact', 'pricing']),
    head: headOf(context, {
      title: titleOf(context, t('title')),
      description: t('description'),
      path: '/contact',
    }),
    sent: url.searchParams.get('sent') === '1',
    opened: openEnquiryForm(deps, new Date()),
    plansOn: deps.settings.plans,
    registerOpen: deps.settings.signUp === 'open',
  }
}

export const headers = privateHeaders

export async function action({ request, context }: Route.ActionArgs) {
  const { deps, address } = context.get(incomingContext)
  const form = await formOf(request)
  // A machine filled in what no person sees. It is told what everybody is told.
  if (textIn(form, 'website')) return redirect(sent)
  const now = new Date()
  const opened = textIn(form, 'opened') ?? ''
  const typed = {
    name: typedIn(form, 'name', 120),
    email: typedIn(form, 'email', 254),
    business: typedIn(form, 'business', 120),
    message: typedIn(form, 'message', 4000),
  }
  const refuse = (answer: Partial<EnquiryAnswer>, status: number) =>
    data<EnquiryAnswer>({ typed, errors: {}, problem: null, opened, ...answer }, { status })
  const parsed = parseForm(enquiryFormSchema, form)
  if (!parsed.ok) return refuse({ errors: withoutNull(parsed.result.error) }, 400)
  const language = readerLanguage(request)
  const enquiry = await sendEnquiry(deps, { ...parsed.value, opened, language, address }, now)
  if (enquiry.ok) return redirect(sent)
  switch (enquiry.reason) {
    case 'rate_limited':
      return refuse({ problem: 'rate_limited' }, 429)
    case 'too_fast':
      return refuse({ problem: 'again' }, 400)
    case 'form_too_old':
      return refuse({ problem: 'again', opened: openEnquiryForm(deps, now) }, 400)
  }
}

function typedIn(form: FormData, name: string, most: number): string {
  return (textIn(form, name) ?? '').slice(0, most)
}

function withoutNull(errors: Record<string, string[] | null> | null | undefined) {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([field, codes]) => (codes ? [[field, codes]] : [])),
  )
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <WithTexts texts={loaderData.texts}>
      <SiteHeader />
      <main className="page grid gap-x-20 gap-y-12 py-12 sm:py-20 lg:grid-cols-[minmax(0,6fr)_minmax(0,4fr)]">
        {loaderData.sent ? (
          <Sent />
        ) : (
          <Contact opened={loaderData.opened} answer={actionData ?? null} />
        )}
        {loaderData.plansOn && <Enterprise open={loaderData.registerOpen} />}
      </main>
      <SiteFooter product flush />
    </WithTexts>
  )
}

function Sent() {
  const t = useTranslations('contact')
  return (
    <div>
      <h1 className="text-3xl">{t('sentTitle')}</h1>
      <div className="mt-6">
        <Banner tone="good" title={t('sentText')} />
      </div>
    </div>
  )
}

function Contact({ opened, answer }: { opened: string; answer: EnquiryAnswer | null }) {
  const t = useTranslations('contact')
  return (
    <div>
      <h1 className="text-3xl sm:text-4xl">{t('headline')}</h1>
      <p className="mt-4 mb-8 text-lg text-muted">{t('text')}</p>
      <ContactForm opened={opened} answer={answer} />
    </div>
  )
}

function Enterprise({ open }: { open: boolean }) {
  const t = useTranslations('contact')
  const offer = planCatalogue.find(({ entrance }) => entrance === 'contact')
  if (!offer) return null
  return (
    <aside aria-labelledby="enterprise" className="lg:border-s lg:border-line lg:ps-12">
      <h2 id="enterprise" className="text-xl">
        {t('includes')}
      </h2>
      <PlanLines offer={offer} lines={offer.lines} />
      {open && (
        <Link
          to="/register"
          className="mt-6 inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {t('orRegister', { days: trialDays })}
        </Link>
      )}
    </aside>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.head ?? []
}
