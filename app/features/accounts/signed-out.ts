import { useEffect } from 'react'

const channelName = 'openspot'
const signedOut = 'signed-out'

/** The state of a navigation to the sign-out by one of our own buttons. */
export const signingOut = 'signing-out'

/** Tells the other tabs of this browser that the session is over. */
export function tellSignedOut(): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(signedOut)
  channel.close()
}

/** Opens the home page when another tab signs out. */
export function useSignedOut(): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    // A whole new page: nothing of the old session stays in memory.
    channel.onmessage = ({ data }) => {
      if (data === signedOut) window.location.assign('/')
    }
    return () => channel.close()
  }, [])
}
