type Box = { name: string; value: string; checked: boolean; isHeld: boolean }

/** How many rows are chosen: those that are ticked, and those that hold a spot in a ticked session. */
export function countChosen(boxes: readonly Box[]): number {
  const whole = boxes.filter(({ name, checked }) => name === 'session' && checked)
  const sessions = new Set(whole.map(({ value }) => value))
  const rows = boxes.filter(
    ({ name, value, checked, isHeld }) =>
      name === 'row' && (checked || (isHeld && sessions.has(value.slice(value.indexOf('.') + 1)))),
  )
  return new Set(rows.map(({ value }) => value)).size
}
