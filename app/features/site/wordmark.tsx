import { useRouteLoaderData } from 'react-router'

/** The installation's name next to its logo, else to the product's symbol: taken spots and a free one. */
export function Wordmark() {
  const root = useRouteLoaderData<{ operatorName: string; operatorLogo: string | null }>('root')
  return (
    <span className="inline-flex min-w-0 items-center gap-2 text-lg font-semibold">
      {root?.operatorLogo ? (
        <img src={root.operatorLogo} alt="" className="h-8 w-auto max-w-40 object-contain" />
      ) : (
        <svg
          viewBox="0 0 40 16"
          width="40"
          height="16"
          aria-hidden="true"
          className="shrink-0 text-accent"
        >
          <circle cx="6" cy="8" r="5" fill="currentColor" />
          <circle cx="20" cy="8" r="5" fill="currentColor" />
          <circle cx="34" cy="8" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      )}
      <span className="truncate">{root?.operatorName ?? 'Openspot'}</span>
    </span>
  )
}
