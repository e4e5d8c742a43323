import { Link, redirect } from 'react-router'
import { useTranslations } from 'use-intl'
import { ContactForm, type EnquiryAnswer } from '#app/features/contact/contact-form.tsx'
import { PlanLines } from '#app/features/pricing/plan-cards.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { SiteHeader } from '#app/features/site/site-header.tsx'
import { formAction } from '#app/http/form-action.ts'
import { anyone } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { sentence, translator } from '#app/locale/translate.ts'
import { headOf } from '#app/seo/head.ts'
import { titleOf } from '#app/seo/titles.ts'
import { Banner } from '#app/ui/banner.tsx'
import { openEnquiryForm, sendEnquiry } from '#core/messages/commands/send-enquiry.ts'
import { enquiryFormSchema } from '#core/messages/schema.ts'
import { planCatalogue, trialDays } from '#core/plans/catalogue.ts'
import type { Language } from '#core/shared/languages.ts'
import type { Route } from './+types/contact'

// The form is plain: nothing on this page needs a script.
export const handle = { plain: true }

const sent = '/contact?sent=1'

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const language = readerLanguage(request)
  const t = translator(language, 'contact')
  return {
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

export const action = formAction({
  allow: anyone,
  texts: 'contact',
  schema: () => enquiryFormSchema,
  // A bot filled in the hidden field. It gets the normal response.
  redraw: ({ text }) => {
    if (text('website') !== '') throw redirect(sent)
    return null
  },
  run: ({ deps, visitor: { network }, language, form, text }) =>
    sendEnquiry(deps, { ...form, opened: text('opened'), language, network }, new Date()),
  refusals: {
    rate_limited: (_refusal, language) => ({
      problem: { title: sentence(language, 'contact.problems.rate_limited') },
      status: 429,
    }),
    form_too_old: (_refusal, language) => ({
      problem: again(language),
      status: 400,
      more: { isOld: true },
    }),
  },
  done: () => redirect(sent),
})

const again = (language: Language) => ({
  title: sentence(language, 'contact.problems.again'),
  text: sentence(language, 'contact.problems.again_text'),
})

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <SiteHeader />
      <main
        id="main"
        className="page grid content-start gap-x-20 gap-y-12 py-12 sm:py-20 lg:grid-cols-[minmax(0,6fr)_minmax(0,4fr)]"
      >
        {loaderData.sent ? <Sent /> : <Contact opened={loaderData.opened} answer={actionData} />}
        {loaderData.plansOn && <Enterprise open={loaderData.registerOpen} />}
      </main>
      <SiteFooter product flush />
    </>
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

function Contact({ opened, answer }: { opened: string; answer: EnquiryAnswer }) {
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
      <PlanLines offer={offer} className="mt-6 border-t border-line pt-6" />
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
