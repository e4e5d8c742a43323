import type { VendorId } from '#core/shared/ids.ts'

/** Works through closed accounts. An account that fails must not hold up the others: the function fails at the end and names all failed accounts. */
export async function eachAccount(
  accounts: readonly { id: VendorId }[],
  what: string,
  work: (vendorId: VendorId) => Promise<void>,
): Promise<void> {
  const failures: { id: VendorId; error: unknown }[] = []
  for (const { id } of accounts)
    try {
      await work(id)
    } catch (error) {
      failures.push({ id, error })
    }
  if (failures.length === 0) return
  const which = failures.map(({ id, error }) => `${id}: ${String(error)}`).join('; ')
  throw new AggregateError(
    failures.map(({ error }) => error),
    `${failures.length} of ${accounts.length} accounts could not be ${what}. ${which}`,
  )
}
