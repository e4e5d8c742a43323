import { useTranslations } from 'use-intl'
import { MessagePage } from '#app/features/site/message-page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'

/** In place of the pages of a vendor that the operator has suspended. */
export function SuspendedPage() {
  const t = useTranslations('pages.suspended')
  return (
    <MessagePage>
      <EmptyState
        level={1}
        title={t('title')}
        text={t('text')}
        action={<LinkButton to="/my-spots">{t('mySpots')}</LinkButton>}
      />
    </MessagePage>
  )
}
