import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { usernameProblem, type UsernameProblem } from '#core/vendors/rules.ts'

/** What the server says about a username. */
export type UsernameAnswer = {
  username: string
  problem: UsernameProblem | 'username_taken' | null
}

const waitMs = 300

/** Whether a username is free, soon after the last letter; null while nothing is known. The form decides in the end. */
export function useUsernameCheck(username: string): UsernameAnswer | 'checking' | null {
  const { load, data } = useFetcher<UsernameAnswer>()
  const isAsked = username !== '' && usernameProblem(username) === null
  useEffect(() => {
    if (!isAsked) return undefined
    const path = `/onboarding/username?name=${encodeURIComponent(username)}`
    const timer = setTimeout(() => void load(path), waitMs)
    return () => clearTimeout(timer)
  }, [load, username, isAsked])
  if (!isAsked) return null
  // An answer without JSON, of a network that is away, says nothing.
  return data?.username === username ? data : 'checking'
}
