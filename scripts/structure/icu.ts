import {
  isPluralElement,
  isSelectElement,
  isTagElement,
  isLiteralElement,
  isPoundElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'

/** What a message takes: `name` for an argument, `<name>` for a tag; sorted. Throws on bad syntax. */
export function placeholdersOf(message: string): string[] {
  return [...new Set(namesIn(parse(message)))].toSorted()
}

/** Whether some choice of branches leaves nothing to read. */
export function canBeEmpty(message: string): boolean {
  return readsEmpty(parse(message))
}

function readsEmpty(elements: readonly MessageFormatElement[]): boolean {
  return elements.every((element) => {
    if (isLiteralElement(element)) return element.value.trim() === ''
    if (isTagElement(element)) return readsEmpty(element.children)
    if (!isPluralElement(element) && !isSelectElement(element)) return false
    return Object.values(element.options).some(({ value }) => readsEmpty(value))
  })
}

function namesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return []
    if (isTagElement(element)) return [`<${element.value}>`, ...namesIn(element.children)]
    const branches =
      isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
    return [element.value, ...branches.flatMap(({ value }) => namesIn(value))]
  })
}
