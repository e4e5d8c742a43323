import { useEffect } from 'react'

const channelName = 'openspot'
const signedOut = 'signed-out'

/** The state of a navigation to the sign-out by the menu of the workspace: if it fails, the reader stays there. */
export const fromMenu = 'account-menu'

let isLeaving = false

/** The session is over. The other tabs of this browser are told when this tab shows the next page. */
export function leaveSession(): void {
  isLeaving = true
}

/**
 * Tells the other tabs that the session is over. Only after this tab has the message of the sign-out: a tab that opens the
 * home page before would take it, and so would the workspace of this one, however slow the phone is.
 *
 * @param notice - the message that the page shows
 */
export function useTellSignedOut(notice: object | null): void {
  useEffect(() => {
    if (!isLeaving || notice === null) return
    isLeaving = false
    const channel = new BroadcastChannel(channelName)
    channel.postMessage(signedOut)
    channel.close()
  }, [notice])
}

/** Opens the home page when another tab signs out. What was typed in this tab must not wait for the next person either. */
export function useSignedOut(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    // A whole new page: nothing of the old session stays in memory.
    channel.onmessage = ({ data }) => {
      if (data !== signedOut) return
      // Some private windows refuse storage.
      try {
        sessionStorage.clear()
      } catch {}
      window.location.assign('/')
    }
    return () => channel.close()
  }, [])
}
