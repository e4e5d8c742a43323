import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Mark } from '#core/attendance/rules.ts'
import { keepDayOf } from '#app/features/device/device.ts'
import {
  changeKept,
  keepMarks,
  type KeptMark,
  listKept,
  type Sending,
  sendKept,
} from '#app/features/device/kept-marks.ts'
import type { DayShown, Marking, ShownMark, SpotShown } from './marking.ts'

const secondsBetweenTries = 15
const pauseMs = 1000

/** Marks of a list: kept on the device, sent when there is a network, and shown at once. */
export function useMarking(day: DayShown) {
  const { account, date, sessions } = day
  const [kept, setKept] = useState<readonly KeptMark[]>([])
  const [sending, setSending] = useState<Sending>('done')
  const [refused, setRefused] = useState(0)
  const { revalidate } = useRevalidator()
  const waiting = kept.filter(({ storedAt }) => storedAt === null).length

  const sendAll = useCallback(async () => {
    const sent = await sendKept(account)
    setKept(await listKept(account))
    setSending(sent.sending)
    if (sent.refused > 0) setRefused((before) => before + sent.refused)
  }, [account])

  useEffect(() => {
    const send = () => void sendAll().catch(() => {})
    const sendWhenSeen = () => document.visibilityState === 'visible' && send()
    send()
    const timer = setInterval(sendWhenSeen, secondsBetweenTries * 1000)
    window.addEventListener('online', send)
    document.addEventListener('visibilitychange', sendWhenSeen)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', send)
      document.removeEventListener('visibilitychange', sendWhenSeen)
    }
  }, [sendAll])

  useReload({ kept, sending, refused, revalidate })
  useKeptDay(day, kept, setKept)

  const marking = useMemo((): Marking => {
    const latest = new Map(kept.map((mark) => [mark.bookingId, mark]))
    return {
      markOf: (spot) => shownMark(spot, latest.get(spot.id)),
      mark(event, spots, mark) {
        const form = event.currentTarget
        event.preventDefault()
        const marks = spots.map(({ id, sessionId }) => ({ bookingId: id, sessionId, mark }))
        keepMarks(account, marks)
          .then(async () => {
            setKept(await listKept(account))
            await sendAll()
          })
          // Nothing can be kept, as in a private window: the form goes out as without a script.
          .catch(() => sendForm(form, event))
      },
    }
  }, [account, kept, sendAll])

  return { marking, waiting, sending, refused, sendAll, date, sessions }
}

/** Loads the list again once marks were stored or refused, and no other follows at once. */
function useReload({
  kept,
  sending,
  refused,
  revalidate,
}: {
  kept: readonly KeptMark[]
  sending: Sending
  refused: number
  revalidate: () => Promise<void>
}) {
  const stored = kept.filter(({ storedAt }) => storedAt !== null).length
  useEffect(() => {
    if (sending !== 'done' || (stored === 0 && refused === 0)) return
    const timer = setTimeout(() => void revalidate(), pauseMs)
    return () => clearTimeout(timer)
  }, [sending, stored, refused, revalidate])
}

/** Keeps the page of the day whenever it was loaded, and then forgets the stored marks that it shows. */
function useKeptDay(
  { account, date, sessions, loadedAt }: DayShown,
  kept: readonly KeptMark[],
  setKept: (kept: readonly KeptMark[]) => void,
) {
  const latest = useRef(kept)
  useEffect(() => {
    latest.current = kept
  }, [kept])
  useEffect(() => {
    const markedAt = new Map(
      sessions.flatMap(({ spots }) =>
        spots.map(
          ({ id, attendanceMarkedAt }) => [id, attendanceMarkedAt?.getTime() ?? 0] as const,
        ),
      ),
    )
    const isShown = ({ bookingId, storedAt }: KeptMark) =>
      storedAt !== null && storedAt <= (markedAt.get(bookingId) ?? Infinity)
    const keep = async () => {
      if (!navigator.onLine || !(await keepDayOf(account, date))) return
      if (!latest.current.some(isShown)) return
      await changeKept(account, (marks) => marks.filter((mark) => !isShown(mark)))
      setKept(await listKept(account))
    }
    // What cannot be kept now is kept the next time.
    void keep().catch(() => {})
  }, [account, date, sessions, loadedAt, setKept])
}

function shownMark(spot: SpotShown, kept: KeptMark | undefined): ShownMark {
  const stored: Mark | null = spot.attendance === 'late_cancel' ? null : spot.attendance
  if (kept === undefined) return { mark: stored, isWaiting: false }
  if (kept.storedAt === null) return { mark: kept.mark, isWaiting: true }
  const isNewer = kept.storedAt > (spot.attendanceMarkedAt?.getTime() ?? 0)
  return { mark: isNewer ? kept.mark : stored, isWaiting: false }
}

/** Without the script's help, with the button that was pressed. */
function sendForm(form: HTMLFormElement, { nativeEvent }: FormEvent) {
  const button = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null
  if (button instanceof HTMLButtonElement && button.name !== '') {
    const field = document.createElement('input')
    field.type = 'hidden'
    field.name = button.name
    field.value = button.value
    form.append(field)
  }
  form.submit()
}
