import { type SubmitEvent, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#app/ui/button.tsx'

// Every page loads this component, and few show it.
const readDevice = () => import('#app/features/device/forget.ts')

/** The account behind the session is gone: nothing else can be done but to leave it. Works without JavaScript. */
export function SessionIssue() {
  const t = useTranslations('shared.sessionIssue')
  useEffect(() => {
    // The next person at this device must not see the list that the account kept on it.
    void readDevice()
      .then(({ forgetDay }) => forgetDay())
      .catch(() => {})
  }, [])
  // The page that follows has no scripts, so leaving waits until the device has forgotten.
  const forget = (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    event.preventDefault()
    void readDevice()
      .then(({ forgetAccount }) => forgetAccount())
      .catch(() => {})
      .finally(() => form.submit())
  }
  return (
    <main id="main" className="page grid min-h-dvh place-items-center py-12">
      <title>{t('title')}</title>
      <div
        role="alertdialog"
        aria-labelledby="session-issue"
        aria-describedby="session-issue-text"
        className="max-w-md rounded-card border border-line bg-raised p-6 shadow-float"
      >
        <h1 id="session-issue" className="text-xl">
          {t('title')}
        </h1>
        <p id="session-issue-text" className="mt-2 text-muted">
          {t('text')}
        </p>
        <form method="post" action="/signout" onSubmit={forget} className="mt-6">
          <Button wide>{t('button')}</Button>
        </form>
      </div>
    </main>
  )
}
