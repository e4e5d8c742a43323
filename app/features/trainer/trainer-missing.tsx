import { useTranslations } from 'use-intl'
import { SuspendedPage } from '#app/features/classes/suspended-page.tsx'
import { MessagePage } from '#app/features/site/message-page.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorState } from '#app/ui/error-state.tsx'

type TrainerMissingProps = {
  /** the URL contained a vendor id */
  byId: boolean
  isSuspended: boolean
}

/** No vendor has this name any more, or the operator has suspended it. */
export function TrainerMissing({ byId, isSuspended }: TrainerMissingProps) {
  const t = useTranslations('pages')
  if (isSuspended) return <SuspendedPage />
  return (
    <MessagePage>
      {byId && <Banner tone="bad" title={t('vendor.error')} text={t('vendor.notFound')} />}
      <EmptyState
        level={1}
        title={t('trainer.notFound')}
        text={t('trainer.notFoundText')}
        action={<LinkButton to="/">{t('class.home')}</LinkButton>}
      />
    </MessagePage>
  )
}

/** The vendor could not be read: nothing of the page can be shown. */
export function TrainerFailed() {
  const t = useTranslations('pages.vendor')
  return (
    <MessagePage>
      <title>{t('error')}</title>
      <ErrorState level={1} title={t('error')} text={t('failed')} retryLabel={t('retry')} />
    </MessagePage>
  )
}
