import { Form } from 'react-router'
import { useTranslations } from 'use-intl'
import { Badge } from '#app/ui/badge.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { ConnectionKind } from '#core/vendors/catalogue.ts'

export type ConnectionShown = {
  kind: ConnectionKind
  name: string | null
  /** the member who has connected it */
  of: string
  by: string
  since: string
  isStopped: boolean
  /** this member has connected it */
  isOwn: boolean
  mayDrop: boolean
}

/** Where each is disconnected while it goes on. */
const places = {
  chat: '/settings/integrations',
  calendar: '/settings/integrations',
  feed: '/dashboard/calendar/feed',
  bot: '/settings/integrations',
} as const

/** What reads the vendor's customers outside this site. */
export function ConnectionList({ connections }: { connections: readonly ConnectionShown[] }) {
  const t = useTranslations('security.connections')
  return (
    <section className="grid gap-4 border-t border-line pt-6">
      <h3 className="text-lg">{t('title')}</h3>
      <p className="-mt-3 text-muted">{connections.length === 0 ? t('none') : t('text')}</p>
      {connections.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {connections.map(({ kind, of, name, by, since, isStopped, isOwn, mayDrop }) => (
            <li key={`${kind} ${of}`} className="grid gap-2 py-3">
              <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
                <div className="min-w-0 flex-1 basis-52">
                  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
                    <span className="wrap-anywhere">
                      {t(`kinds.${kind}`)}
                      {name !== null && (
                        <>
                          {': '}
                          <bdi>{name}</bdi>
                        </>
                      )}
                    </span>{' '}
                    {isStopped && <Badge tone="warn">{t('stopped')}</Badge>}
                  </p>
                  <p className="text-sm wrap-anywhere text-muted">{t('by', { by, day: since })}</p>
                </div>
                {!isStopped && (isOwn || !mayDrop) && (
                  <LinkButton variant="quiet" size="small" to={places[kind]}>
                    {t('manage')}
                  </LinkButton>
                )}
              </div>
              {isStopped && <p className="text-muted">{t(isOwn ? 'stoppedText' : 'waits')}</p>}
              {isStopped && isOwn && kind === 'feed' && (
                <p className="text-muted">{t('feedText')}</p>
              )}
              {mayDrop && (isStopped || !isOwn) && (
                <Form method="post" className="flex flex-wrap gap-3">
                  <input type="hidden" name="kind" value={kind} />
                  <input type="hidden" name="of" value={of} />
                  {isStopped && isOwn && (
                    <Button size="small" name="intent" value="keep">
                      {t('keep')}
                    </Button>
                  )}
                  <Button variant="secondary" size="small" name="intent" value="drop">
                    {t('drop')}
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
