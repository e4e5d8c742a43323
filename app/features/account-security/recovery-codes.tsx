import Download from 'lucide-react/icons/download'
import { useTranslations } from 'use-intl'
import { CopyLink } from '#app/features/workspace/copy-link.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { buttonClasses } from '#app/ui/button-classes.ts'
import { Banner } from '#app/ui/banner.tsx'

type RecoveryCodesProps = {
  codes: readonly string[]
  email: string
  operatorName: string
  /** where one goes when they are saved */
  next: string
  /** What was just done. */
  done: string
}

/** The codes that replace the app once each. This page is the only one that shows them. */
export function RecoveryCodes({ codes, email, operatorName, next, done }: RecoveryCodesProps) {
  const t = useTranslations('security.twoFactor.recovery')
  const file = [t('fileTitle', { operatorName, email }), t('text'), '', ...codes, ''].join('\n')
  return (
    <section className="grid justify-items-start gap-4">
      <Banner tone="good" title={done} className="w-full" />
      <h3 className="text-lg">{t('title')}</h3>
      <p className="-mt-3 text-muted">{t('text')}</p>
      <ul
        dir="ltr"
        className="grid w-full max-w-md grid-cols-2 gap-x-6 gap-y-2 rounded-card border border-line p-4 text-lg tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          className={buttonClasses({ variant: 'secondary', size: 'small' })}
        >
          <Download aria-hidden="true" /> {t('download')}
        </a>
        <CopyLink href={codes.join('\n')} label={t('copy')} copied={t('copied')} />
      </div>
      <p>{t('once')}</p>
      <LinkButton to={next}>{t('saved')}</LinkButton>
    </section>
  )
}
