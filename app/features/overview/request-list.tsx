import { useLocale, useTranslations } from 'use-intl'
import { AnswerButtons } from '#app/features/vendor-bookings/answer-buttons.tsx'
import { instantText, useDayTime } from '#app/features/workspace/day-text.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import type { listWaitingRequests } from '#core/bookings/queries/own-bookings.ts'

type Request = Awaited<ReturnType<typeof listWaitingRequests>>[number]

type RequestListProps = { requests: readonly Request[]; zone: string; manages: boolean }

/** Requests that wait for an answer, the next to expire first. */
export function RequestList({ requests, zone, manages }: RequestListProps) {
  const t = useTranslations('workspace.overview')
  const w = useTranslations('workspace')
  const dayTime = useDayTime()
  const language = useLocale()
  return (
    <ul className="divide-y divide-line border-y border-line">
      {requests.map((request) => (
        <li
          key={`${request.groupId} ${request.sessionId}`}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5"
        >
          <div className="flex min-w-0 items-center gap-3">
            <Avatar name={request.customerName} size="small" />
            <div className="min-w-0">
              <h4 className="text-base wrap-anywhere">
                <bdi>{request.customerName}</bdi> ·{' '}
                {w('spots', { count: request.bookingIds.length })}
              </h4>
              <p className="text-sm wrap-anywhere">
                {request.classTitle}, {dayTime(request)}
              </p>
              <p className="text-sm text-muted">
                {t('expires', { time: instantText(request.expiresAt, zone, language) })}
              </p>
            </div>
          </div>
          {manages && (
            <AnswerButtons
              spots={request.bookingIds.map((id) => ({ ...request, id }))}
              name={request.customerName}
              returnTo="/dashboard"
            />
          )}
        </li>
      ))}
    </ul>
  )
}
