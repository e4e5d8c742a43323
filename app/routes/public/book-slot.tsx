import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { useTranslations } from 'use-intl'
import { AskTrainer } from '#app/features/booking/ask-trainer.tsx'
import { telegramContact } from '#app/features/booking/booking-offer.ts'
import { rememberCustomer } from '#app/features/booking/remembered.ts'
import { FacilityFacts, FacilityRules } from '#app/features/facilities/facility-facts.tsx'
import { facilityPage, findFacility } from '#app/features/facilities/facility-page.server.ts'
import type { SlotOffer } from '#app/features/facilities/wizard.ts'
import { wizardAction } from '#app/features/facilities/wizard-form.server.ts'
import { Wizard } from '#app/features/facilities/wizard-form.tsx'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { Cover } from '#app/features/pictures/cover.tsx'
import { MessagePage } from '#app/features/site/message-page.tsx'
import { SiteFooter } from '#app/features/site/site-footer.tsx'
import { isOpen } from '#app/features/sessions/session-choice.tsx'
import { TrainerBar } from '#app/features/trainer/trainer-bar.tsx'
import { newDeviceCookie } from '#app/http/device.ts'
import { textOf } from '#app/http/form-answer.ts'
import { keepForm } from '#app/http/keep-form.ts'
import { notFound } from '#app/http/managing.ts'
import { privateHeaders } from '#app/http/private-page.ts'
import { depsOf, readerLanguage } from '#app/http/request.ts'
import { translator } from '#app/locale/translate.ts'
import { titleOf, unlisted } from '#app/seo/titles.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { takeFilling } from '#core/accounts/commands/fill-with-provider.ts'
import type { Route } from './+types/book-slot'

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const deps = depsOf(context)
  const { found, named } = await findFacility(deps.db, params.slotId)
  // The session of a class has a page of its own.
  if (named?.kind === 'class')
    throw redirect(`/book/class/${named.classId}${named.slot ? `?session=${named.slot.id}` : ''}`)
  if (!found) {
    const title = titleOf(context, translator(readerLanguage(request), 'facilities')('notFound'))
    return data({ page: null, title }, { status: 404 })
  }
  const taken = takeFilling(deps, { headers: request.headers, page: url.pathname })
  const asked = { request, context, url, filling: taken?.filling ?? null }
  const page = await facilityPage(asked, found, named?.slot ?? null)
  const headers = new Headers(await newDeviceCookie(request, deps.origin))
  if (taken) headers.append('set-cookie', taken.cookie)
  return data({ page, title: '' }, { headers })
}

export const headers = privateHeaders

export async function action(args: Route.ActionArgs) {
  const { found } = await findFacility(depsOf(args.context).db, args.params.slotId)
  if (!found) throw notFound()
  const { card, rules } = found
  const { id, title, condition, vendor } = card
  return wizardAction(
    { ...rules, id, title, condition, pays: card.pays, vendorId: vendor.id },
    args,
  )
}

export async function clientAction(args: Route.ClientActionArgs) {
  const form = await args.request.clone().formData()
  try {
    return await keepForm(args)
  } catch (answer) {
    // A redirect to the booking is how the last step answers.
    const isBooked = answer instanceof Response && form.get('intent') === 'confirm'
    const [name, contact] = [form.get('name'), form.get('contact')]
    // Who has logged in with Telegram is known already.
    if (isBooked && typeof name === 'string' && typeof contact === 'string')
      if (contact !== telegramContact) rememberCustomer({ name, contact })
    throw answer
  }
}

/** A slot that somebody else has just taken shows so at once, also where the answer is a refusal. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 400 || actionStatus === 409 || defaultShouldRevalidate
}

export default function BookSlot({ loaderData: { page }, actionData }: Route.ComponentProps) {
  const t = useTranslations('facilities')
  const b = useTranslations('booking.ask')
  const form = useForm(actionData)
  if (page === null) return <FacilityMissing />
  const { offer, vendor } = page
  const { facility } = offer
  // Another contact may still book.
  const asksToo = !offer.asks && actionData?.more?.asksVendor === true
  const isFromList = page.back || (actionData && textOf(actionData.typed, 'back') === 'on') === true
  return (
    <>
      <TrainerBar
        username={vendor.username}
        name={vendor.name}
        avatarUrl={vendor.avatarUrl}
        face={page.face}
      />
      <main id="main" className="page pt-1 pb-12 sm:py-8">
        {isFromList && (
          <LinkButton to="/classes" variant="quiet" size="small" className="-ms-3">
            {t('back')}
          </LinkButton>
        )}
        <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_30rem] lg:grid-rows-[auto_1fr]">
          <div className="grid min-w-0 gap-4 lg:col-start-1">
            <Cover
              picture={page.cover}
              seed={facility.id}
              sizes="(width < 64rem) 100vw, 36rem"
              className="-mx-4 block aspect-3/1 w-[calc(100%+2rem)] max-w-none sm:mx-0 sm:w-full sm:rounded-card lg:aspect-3/2"
            />
            <header className="grid gap-3">
              <h1 dir="auto" className="text-2xl wrap-anywhere sm:text-3xl">
                {facility.title}
              </h1>
              <FacilityFacts of={facility} />
            </header>
            {facility.description && (
              <Folded text={facility.description} className="max-w-prose text-lg" />
            )}
          </div>
          <div className="min-w-0 lg:sticky lg:top-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <Card as="section" id="book" aria-labelledby="book-title" className="scroll-mt-4">
              <h2 id="book-title" className="mb-4 text-xl">
                {offer.asks ? b('title', { kind: 'facility', name: facility.business }) : t('book')}
              </h2>
              {offer.registrationClosed ? (
                <Closed paused={offer.paused} />
              ) : offer.asks ? (
                <div className="grid gap-3">
                  <FormSummary form={form} />
                  <AskTrainer
                    kind="facility"
                    offer={askedOf(offer, actionData ? textOf(actionData.typed, 'slot') : '')}
                    ways={offer.ways}
                  />
                </div>
              ) : (
                <div className="grid gap-5">
                  {asksToo && (
                    <AskTrainer
                      kind="facility"
                      offer={askedOf(offer, textOf(actionData.typed, 'slot'))}
                      ways={offer.ways}
                    />
                  )}
                  <Wizard
                    key={facility.id}
                    offer={offer}
                    answer={actionData}
                    isFromList={isFromList}
                  />
                </div>
              )}
            </Card>
          </div>
          <div className="min-w-0 lg:col-start-1 lg:row-start-2">
            <FacilityRules of={facility} />
          </div>
        </div>
      </main>
      <SiteFooter />
    </>
  )
}

function askedOf(offer: SlotOffer, chosen: string) {
  const { title, business } = offer.facility
  const sessions = offer.slots.filter((slot) => isOpen(slot, offer.now))
  return { title, business, sessions, others: [], preselected: chosen || offer.first.slot }
}

function Closed({ paused }: { paused: boolean }) {
  const t = useTranslations('booking.form')
  return (
    <div className="grid gap-3">
      <p>{t(paused ? 'pausedNote' : 'closedNote')}</p>
      <Button type="button" wide size="large" disabled>
        {t('closed')}
      </Button>
    </div>
  )
}

function FacilityMissing() {
  const t = useTranslations('facilities')
  const p = useTranslations('pages.class')
  return (
    <MessagePage>
      <EmptyState
        level={1}
        icon={<b className="text-2xl">404</b>}
        title={t('notFound')}
        text={t('notFoundText')}
        action={
          <>
            <LinkButton to="/">{p('home')}</LinkButton>
            <LinkButton to="/classes" variant="secondary">
              {p('browse')}
            </LinkButton>
          </>
        }
      />
    </MessagePage>
  )
}

export function meta({ loaderData }: Route.MetaArgs) {
  return loaderData?.page ? loaderData.page.head : unlisted(loaderData?.title)
}
