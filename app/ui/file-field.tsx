import ImageUp from 'lucide-react/icons/image-up'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { FieldFrame } from './field-frame.tsx'
import { Spinner } from './spinner.tsx'
import { type FieldProps, useField } from './use-field.ts'

type FileFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, keyof FieldProps | 'type'> & {
    /** the words in the area */
    area: ReactNode
    pending: boolean
  }

/** A field for a file: an area to press or to drop it on. Without JavaScript it is the browser's own field. */
export function FileField(props: FileFieldProps) {
  const { label, note, description, errors, className, id, area, pending, ...input } = props
  const field = useField({ id, description, errors })
  return (
    <FieldFrame {...{ field, label, note, description, errors, className }}>
      <span className="relative block">
        <input
          {...input}
          {...field.aria}
          type="file"
          id={field.fieldId}
          className={cx(
            'control',
            'peer file:me-3 file:rounded-control file:border-0 file:bg-sunken file:px-3 file:py-1 file:text-ink',
            // It stays above the area, so that the browser takes what is dropped.
            'not-noscript:absolute not-noscript:inset-0 not-noscript:z-1 not-noscript:h-full not-noscript:cursor-pointer not-noscript:opacity-0',
          )}
        />
        <span
          aria-hidden="true"
          className={cx(
            'hidden min-h-16 items-center justify-center gap-3 rounded-control border border-dashed border-control bg-raised px-4 py-3',
            'text-center peer-hover:border-ink peer-hover:bg-sunken peer-aria-invalid:border-bad not-noscript:flex',
            'peer-focus-visible:outline-2 peer-focus-visible:outline-accent [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-muted',
          )}
        >
          {pending ? <Spinner /> : <ImageUp />} <span>{area}</span>
        </span>
      </span>
    </FieldFrame>
  )
}
