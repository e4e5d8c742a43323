import type { Member } from '#app/http/context.ts'
import { formAction, noFields } from '#app/http/form-action.ts'
import { refusalsIn } from '#app/http/form-refusals.ts'
import { owner } from '#app/http/managing.ts'
import { redirectWithToast } from '#app/http/toasts.ts'
import { translator } from '#app/locale/translate.ts'
import { connectCards } from '#core/cards/commands/connect-cards.ts'
import { disconnectCards } from '#core/cards/commands/disconnect-cards.ts'
import { findCardAccount } from '#core/cards/queries.ts'
import { connectCardsSchema } from '#core/cards/schema.ts'
import { planAllows } from '#core/plans/queries.ts'
import type { Deps } from '#core/shared/deps.ts'
import { ownsVendor } from '#core/vendors/rules.ts'

const here = '/settings/integrations'
const { field, problem } = refusalsIn('cards')

/** What the settings say about card payments. The key is not in it. */
export async function cardsState(deps: Deps, { vendor }: Member) {
  return {
    account: await findCardAccount(deps.db, vendor.id),
    isAllowed: await planAllows(deps, vendor.id, 'card_payments'),
    isOwner: ownsVendor(vendor.role),
  }
}

export type CardsState = Awaited<ReturnType<typeof cardsState>>

const by = ({ vendor, userId }: Member) => ({ vendorId: vendor.id, userId })

// It decides where the money of the business goes.
export const connectCardPayments = formAction({
  allow: owner,
  texts: 'cards',
  schema: () => connectCardsSchema,
  run: ({ deps, member, form }) => connectCards(deps, by(member), form.apiKey),
  refusals: {
    plan: field('apiKey', 'problems.plan'),
    missing: field('apiKey', 'problems.missing', 400),
    malformed: field('apiKey', 'problems.malformed', 400),
    publishable: field('apiKey', 'problems.publishable', 400),
    secret: field('apiKey', 'problems.secret', 400),
    wrong_key: field('apiKey', 'problems.wrong_key', 400),
    permission: ({ names }, language) => ({
      errors: {
        apiKey: [
          translator(language, 'cards')('problems.permission', {
            count: names.length,
            names: names.join(', '),
          }),
        ],
      },
      status: 400,
    }),
    test_key: field('apiKey', 'problems.test_key', 400),
    not_https: field('apiKey', 'problems.not_https', 400),
    inactive: field('apiKey', 'problems.inactive', 400),
    other_account: field('apiKey', 'problems.other_account'),
    unreachable: field('apiKey', 'problems.unreachable', 503),
    rate_limited: field('apiKey', 'problems.rate_limited', 429),
  },
  failures: ({ t }) => ({ failed: { title: t('failed') } }),
  done: ({ deps, t }) => redirectWithToast(deps, here, { title: t('saved'), text: t('savedText') }),
})

export const disconnectCardPayments = formAction({
  allow: owner,
  texts: 'cards',
  schema: () => noFields,
  run: ({ deps, member }) => disconnectCards(deps, by(member)),
  refusals: { under_way: problem('question.under_way') },
  failures: ({ t }) => ({
    failed: { title: t('question.failed'), text: t('question.failedText') },
  }),
  done: ({ deps, t }) =>
    redirectWithToast(deps, here, {
      title: t('question.done'),
      text: t('question.doneText'),
    }),
})
