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

function namesIn(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return []
    if (isTagElement(element)) return [`<${element.value}>`, ...namesIn(element.children)]
    const branches =
      isPluralElement(element) || isSelectElement(element) ? Object.values(element.options) : []
    return [element.value, ...branches.flatMap(({ value }) => namesIn(value))]
  })
}
