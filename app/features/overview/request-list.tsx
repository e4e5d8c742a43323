import { useLocale, useTranslations } from 'use-intl'
import { AnswerButtons } from '#app/features/vendor-bookings/answer-buttons.tsx'
import { instantText, useDayTime } from '#app/features/workspace/day-text.ts'
import { Card } from '#app/ui/card.tsx'
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
    <ul className="grid gap-3 lg:grid-cols-2">
      {requests.map((request) => (
        <Card
          as="li"
          key={`${request.groupId} ${request.sessionId}`}
          className="grid content-start gap-3"
        >
          <div>
            <h4 className="text-base wrap-anywhere">
              <bdi>{request.customerName}</bdi> · {w('spots', { count: request.bookingIds.length })}
            </h4>
            <p className="wrap-anywhere">
              {request.classTitle}, {dayTime(request)}
            </p>
            <p className="text-sm text-muted">
              {t('expires', { time: instantText(request.expiresAt, zone, language) })}
            </p>
          </div>
          {manages && (
            <AnswerButtons
              spots={request.bookingIds.map((id) => ({ ...request, id }))}
              name={request.customerName}
              returnTo="/dashboard"
            />
          )}
        </Card>
      ))}
    </ul>
  )
}
