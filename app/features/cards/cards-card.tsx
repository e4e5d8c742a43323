import CreditCard from 'lucide-react/icons/credit-card'
import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { FormSummary } from '#app/features/forms/form-summary.tsx'
import { useForm } from '#app/features/forms/use-form.ts'
import { ServiceRow } from '#app/features/settings/service-row.tsx'
import { instantText } from '#app/features/workspace/day-text.ts'
import { type AnyFormAnswer, textOf } from '#app/http/form-answer.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { CardAccount } from '#core/cards/queries.ts'
import { keyPermissions } from '#core/cards/rules.ts'
import type { CardsState } from './cards-settings.server.ts'

type CardsCardProps = { cards: CardsState; zone: string; answer: AnyFormAnswer }

/** The vendor's own account at Stripe. */
export function CardsCard({ cards, zone, answer }: CardsCardProps) {
  const t = useTranslations('cards')
  const { account, isAllowed, isOwner } = cards
  const isOurs = answer && textOf(answer.typed, 'intent') === 'connectCardPayments'
  const connects = isOwner && isAllowed
  return (
    <Card as="section">
      <ServiceRow icon={<CreditCard aria-hidden="true" />} title={t('title')}>
        {account === null && <p className="text-muted">{t('offer')}</p>}
        {account && <AccountState account={account} zone={zone} />}
        {!isAllowed && (
          <>
            <p className="text-muted">{t(account ? 'notInPlanNow' : 'notInPlan')}</p>
            <div>
              <LinkButton to="/subscription" variant="secondary" size="small">
                {t('plan')}
              </LinkButton>
            </div>
          </>
        )}
        {!isOwner && isAllowed && <p className="text-muted">{t('ownerOnly')}</p>}
        {connects && account === null && (
          <KeyForm answer={isOurs ? answer : undefined} button={t('connect')} />
        )}
        {isAllowed && account && !account.isBroken && (
          <p>
            <Link
              to="/dashboard/classes"
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('classes')}
            </Link>
          </p>
        )}
        {connects && account && (
          <details open={account.isBroken || isOurs || undefined}>
            <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
              {t(account.isBroken ? 'again' : 'other')}
            </summary>
            <div className="pt-2">
              <KeyForm
                answer={isOurs ? answer : undefined}
                button={t(account.isBroken ? 'again' : 'connect')}
              />
            </div>
          </details>
        )}
        {isOwner && account && (
          <div className="pt-1">
            <LinkButton to="/settings/integrations/disconnect-cards" variant="secondary">
              {t('disconnect')}
            </LinkButton>
          </div>
        )}
      </ServiceRow>
    </Card>
  )
}

function AccountState({ account, zone }: { account: CardAccount; zone: string }) {
  const t = useTranslations('cards')
  const language = useLocale()
  const { name, livemode, isBroken, refusedAt, hasEndpoint, problem } = account
  const when = (at: Date) => instantText(at, zone, language)
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap gap-2">
        {isBroken ? (
          <Badge tone="bad">{t('brokenBadge')}</Badge>
        ) : refusedAt !== null ? (
          <Badge tone="warn">{t('refusedBadge')}</Badge>
        ) : (
          <Badge tone="good">{t('connected')}</Badge>
        )}
        {!livemode && <Badge>{t('testMode')}</Badge>}
      </p>
      <p className="wrap-anywhere">
        {name === null ? account.account : t('account', { name, id: account.account })}
      </p>
      <p className="text-muted">{t('since', { when: when(account.connectedAt) })}</p>
      {isBroken ? (
        <p className="wrap-anywhere">
          {problem === null ? t('broken') : t('notTaken', { problem })}
        </p>
      ) : refusedAt !== null ? (
        <p>{t('refused', { when: when(refusedAt) })}</p>
      ) : (
        <p className="text-muted">{t(hasEndpoint ? 'news.told' : 'news.asked')}</p>
      )}
      {!livemode && <p className="text-muted">{t('testModeText')}</p>}
    </div>
  )
}

const stripeKeys = 'https://dashboard.stripe.com/apikeys/create'

function KeyForm({ answer, button }: { answer: AnyFormAnswer; button: string }) {
  const t = useTranslations('cards')
  const labels = { apiKey: t('key') }
  const form = useForm(answer, { labels })
  return (
    <Form method="post" noValidate preventScrollReset className="grid max-w-xl gap-4">
      <ol className="list-decimal space-y-2 ps-5">
        <li>{t.rich('steps.create', { stripe: stripeLink(t('newTab')) })}</li>
        <li>
          {t('steps.permissions')}
          <ul className="mt-1 list-disc ps-5 text-sm text-muted sm:columns-2">
            {keyPermissions.map(({ id, name, level }) => (
              <li key={id}>{t(`permissions.${level}`, { name })}</li>
            ))}
          </ul>
        </li>
        <li>{t('steps.paste')}</li>
      </ol>
      <FormSummary form={form} />
      <TextField
        {...form.field('apiKey')}
        label={labels.apiKey}
        description={t('keyText')}
        type="password"
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <div>
        <Button
          name="intent"
          value="connectCardPayments"
          pending={form.busy}
          pendingLabel={t('connecting')}
        >
          {button}
        </Button>
      </div>
    </Form>
  )
}

const stripeLink = (newTab: string) =>
  function StripeLink(children: ReactNode) {
    return (
      <a
        href={stripeKeys}
        target="_blank"
        rel="noreferrer"
        className="underline underline-offset-4"
      >
        {children}
        <span className="sr-only"> {newTab}</span>
      </a>
    )
  }
