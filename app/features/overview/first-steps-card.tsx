import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { cx } from '#app/ui/cx.ts'
import type { FirstSteps } from '#core/bookings/queries/first-steps.ts'

type FirstStepsCardProps = { steps: FirstSteps; pagePath: string | null }

const names = ['class', 'link', 'booking'] as const

/** The way to the first booking: a ring with its number for each step, filled when it is done. */
export function FirstStepsCard({ steps, pagePath }: FirstStepsCardProps) {
  const t = useTranslations('overview.steps')
  const next = names.find((name) => !steps[name])
  const links: Record<(typeof names)[number], ReactNode> = {
    class: <LinkButton to="/dashboard/classes/new">{t('classButton')}</LinkButton>,
    link: <LinkButton to="/dashboard/share">{t('linkButton')}</LinkButton>,
    booking: pagePath && (
      <LinkButton to={pagePath} target="_blank" rel="noopener">
        {t('bookingButton')}
      </LinkButton>
    ),
  }
  return (
    <Card as="section" aria-labelledby="first-steps" className="mt-4">
      <div className="flex items-start justify-between gap-x-4">
        <h3 id="first-steps" className="min-w-0 py-2 text-lg">
          {t('title')}
        </h3>
        <Form method="post" action="/dashboard?index">
          <Button variant="quiet" size="small" name="intent" value="hideSteps">
            {t('hide')}
          </Button>
        </Form>
      </div>
      <ol className="mt-2 divide-y divide-line">
        {names.map((name, nth) => (
          <li key={name} className="flex gap-x-4 py-3">
            <Ring done={steps[name]} nth={nth + 1} />
            <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-2">
              <div className="min-w-0 flex-1 basis-52">
                <p className={cx('font-medium', steps[name] && 'text-muted')}>
                  {t(name)}
                  {steps[name] && <span className="sr-only">: {t('done')}</span>}
                </p>
                {!steps[name] && <p className="text-muted">{t(`${name}Text`)}</p>}
              </div>
              {name === next && links[name]}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Ring({ done, nth }: { done: boolean; nth: number }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-8 shrink-0 place-items-center self-start rounded-full border-2 border-accent font-medium transition-colors duration-200',
        done && 'bg-accent text-accent-ink',
      )}
    >
      {done ? <Check className="size-5" /> : nth}
    </span>
  )
}
