import { useTranslations } from 'use-intl'
import { AnswerButtons } from '#app/features/vendor-bookings/answer-buttons.tsx'
import { useDayTime } from '#app/features/workspace/day-text.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import type { listWaitingRequests } from '#core/bookings/queries/own-bookings.ts'
import { LongList } from './long-list.tsx'

type Request = Awaited<ReturnType<typeof listWaitingRequests>>[number]

/** The spots that an answer to the request is about. */
export const spotsOf = (request: Request) =>
  request.bookingIds.map((id) => ({ ...request, id, storedStatus: 'pending' as const }))

type RequestListProps = { requests: readonly Request[]; now: Date; manages: boolean }

/** Requests that wait for an answer, the next to expire first. */
export function RequestList({ requests, now, manages }: RequestListProps) {
  const t = useTranslations('overview')
  const w = useTranslations('workspace')
  const dayTime = useDayTime()
  return (
    <LongList
      most={3}
      rows={requests.map((request) => (
        <li
          key={`${request.purchaseId} ${request.sessionId}`}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2.5"
        >
          <div className="flex min-w-0 items-center gap-3">
            <Avatar name={request.customerName} size="small" />
            <div className="min-w-0">
              <h4 className="text-base wrap-anywhere">
                <bdi>{request.customerName}</bdi> ·{' '}
                {request.people === null
                  ? w('spots', { count: request.bookingIds.length })
                  : w('people', { count: request.people })}
              </h4>
              <p className="text-sm wrap-anywhere">
                {request.classTitle}, {dayTime(request)}
              </p>
              <p className="text-sm text-muted">{t('left', timeLeft(request.expiresAt, now))}</p>
            </div>
          </div>
          {manages && (
            <AnswerButtons
              spots={spotsOf(request)}
              name={request.customerName}
              returnTo="/dashboard"
            />
          )}
        </li>
      ))}
    />
  )
}

/** The largest unit that fits at least twice, or once for hours: 47 hours, 2 days. */
function timeLeft(end: Date, now: Date) {
  const minutes = Math.max(1, Math.floor((end.getTime() - now.getTime()) / 60_000))
  if (minutes < 60) return { count: minutes, unit: 'minutes' }
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? { count: hours, unit: 'hours' }
    : { count: Math.floor(hours / 24), unit: 'days' }
}
