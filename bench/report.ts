export type Row = {
  name: string
  value: number
  unit: string
  reference: number | null
  ratio: number | null
  p50: number | null
  p99: number | null
}

export const heading = [
  'name'.padEnd(22),
  'value'.padStart(9),
  'reference'.padStart(10),
  'ratio'.padStart(6),
  'p50 ms'.padStart(8),
  'p99 ms'.padStart(8),
  'unit',
].join('  ')

export function line(row: Row): string {
  const number = (value: number | null, digits: number) =>
    value === null ? '—' : value.toFixed(digits)
  return [
    row.name.padEnd(22),
    number(row.value, 0).padStart(9),
    number(row.reference, 0).padStart(10),
    number(row.ratio, 2).padStart(6),
    number(row.p50, 1).padStart(8),
    number(row.p99, 1).padStart(8),
    row.unit,
  ].join('  ')
}

/** A figure that stands alone. */
export function single(name: string, value: number, unit: string): Row {
  return { name, value, unit, reference: null, ratio: null, p50: null, p99: null }
}
