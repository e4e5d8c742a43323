import { useMessages } from 'use-intl'

/** The sentence for an error code; a code without one names a value that was never offered. */
export function useErrorText(): (code: string) => string {
  const { errors } = useMessages().shared
  const sentences = new Map(Object.entries(errors))
  return (code) => sentences.get(code) ?? errors.invalid
}
