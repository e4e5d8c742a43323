import { useEffect, useRef } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import type { Notice } from './notify.ts'
import { ToneIcon } from './tone-icon.tsx'
import { toneClasses } from './tone.ts'
import { cx } from './cx.ts'

type ToastsProps = { notices: readonly Notice[]; label: string; closeLabel: string }

/** Default export because it is loaded lazily. */
export default function Toasts({ notices, label, closeLabel }: ToastsProps) {
  const shown = useRef(0)

  useEffect(() => {
    for (const notice of notices.slice(shown.current)) show(notice)
    shown.current = notices.length
  }, [notices])

  const onPhone = window.matchMedia('(max-width: 600px)').matches
  return (
    <Sonner
      // What is needed next stands below the header of a phone, down to the bars at its lower edge, and on wider screens
      // left of the corner.
      position={onPhone ? 'top-center' : 'bottom-right'}
      mobileOffset={{
        top: 'max(0.25rem, env(safe-area-inset-top))',
        left: '0.5rem',
        right: '0.5rem',
      }}
      containerAriaLabel={label}
      closeButton
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        style: {
          background: 'var(--raised)',
          color: 'var(--ink)',
          borderColor: 'var(--line)',
          borderRadius: '0.75rem',
          boxShadow: 'var(--shadow)',
          fontSize: '1rem',
          padding: onPhone ? '0.375rem 3.5rem 0.375rem 0.75rem' : '1rem 3.5rem 1rem 1rem',
          minHeight: '3.5rem',
        },
        descriptionClassName: 'text-base! text-muted!',
        classNames: {
          closeButton:
            'start-auto! end-1! top-1! size-11! transform-none! rounded-control! border-0! bg-transparent! text-ink! [&_svg]:size-5',
        },
      }}
    />
  )
}

/** Six seconds, and more for a long text. */
const readingTime = ({ text = '' }: Notice) => 6000 + 60 * Math.max(0, text.length - 100)

/** A notice that disappears by itself, or with the next one. */
let passing: string | number | null = null

function show(notice: Notice) {
  const tone = notice.tone ?? 'neutral'
  const icon = (
    <ToneIcon tone={tone} className={cx('size-5', toneClasses[tone], 'bg-transparent!')} />
  )
  const options = { icon, ...(notice.text ? { description: notice.text } : {}) }
  // Next to "Signed out", "Signed in" is no longer true.
  if (passing !== null) toast.dismiss(passing)
  // Bad news stays until it is put away: it may be long, and it asks for something.
  if (tone === 'bad') toast.error(notice.title, { ...options, duration: Number.POSITIVE_INFINITY })
  else passing = toast(notice.title, { ...options, duration: readingTime(notice) })
}
