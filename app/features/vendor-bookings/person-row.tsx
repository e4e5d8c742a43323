import type { ReactNode } from 'react'
import { Link } from 'react-router'

type PersonRowProps = { to: string; name: string; about: ReactNode; children: ReactNode }

/** Somebody in a list, and at the end of the line what they owe. */
export function PersonRow({ to, name, about, children }: PersonRowProps) {
  return (
    <li className="flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-1 py-1.5">
      <span className="min-w-0">
        <Link to={to} className="font-medium wrap-anywhere underline-offset-4 hover:underline">
          <bdi>{name}</bdi>
        </Link>{' '}
        <bdi className="text-sm text-muted wrap-anywhere">{about}</bdi>
      </span>{' '}
      <span className="flex flex-wrap items-center gap-x-3">{children}</span>
    </li>
  )
}
