type Limit = { take(key: string): Promise<{ ok: boolean }> }

/**
 * Counts an attempt in one limit after the other, until one refuses it. The limits that protect other people come last, so
 * that nobody uses them up with attempts that are refused anyway. Returns whether all allow it.
 */
export async function takeInTurn(...takes: readonly [Limit, key: string][]): Promise<boolean> {
  for (const [limit, key] of takes) if (!(await limit.take(key)).ok) return false
  return true
}
