/** Text as it may stand in an element or an attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
}
