// NFKC makes a full stop of every dot that a browser takes for one, but for the ideographic one. Domains in Devanagari or
// Thai have marks among their letters.
const address = /:\/\/|www[.。]|[\p{L}\p{M}\p{N}-][.。]\p{L}[\p{L}\p{M}]/iu

/** Whether a mail program would make a link of something in the text. */
export function holdsLink(text: string): boolean {
  return address.test(text.normalize('NFKC'))
}

const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Makes a name safe for a sentence or a header: one line, no direction marks. A right-to-left name is isolated, so that
 * the surrounding words keep their order.
 */
export function insideText(name: string): string {
  const line = name
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .replace(directionMarks, '')
    .trim()
  return rightToLeft.test(line) ? `\u2068${line}\u2069` : line
}

const dotBeforeWord = /(?<=[^\s.])[.。．｡․﹒](?=\p{L}[\p{L}\p{M}])/gu

/**
 * A stranger's name, for a mail: an invisible word joiner after a dot prevents mail programs from linking 'evil.example'.
 * Such names are not refused, because 'kim', 'li' and 'wang' are also top-level domains.
 */
export function strangersName(name: string): string {
  return insideText(name).replace(dotBeforeWord, '$&\u2060')
}

// Strangers choose the text, so matching must take linear time: no part of the pattern can restart inside another.
const link =
  /(?:https?:\/\/|www\.)\S+|(?<![\w.-])[\w-]+(?:\.[\w-]+)+\/\S*|<\/?a\b[^<>]*>|\[\/?url[^[\]]*\]/giu

const fewestLetters = 10

/** Whether a message contains only addresses. */
export function isOnlyLinks(message: string): boolean {
  const rest = message.replace(link, ' ')
  if (rest === message) return false
  return (rest.match(/\p{L}/gu) ?? []).length < fewestLetters
}

const longestInSubject = 40

/** What a subject calls a customer: strangers choose the name, and a subject must not carry a message or an address of theirs. */
export function nameInSubject(name: string, reference: string): string {
  return name.length > longestInSubject || /[\p{N}.:@。．｡]/u.test(name)
    ? reference
    : strangersName(name)
}

const mostGreeted = { letters: 30, words: 4 }

const onlyWords = /^\p{L}[\p{L}\p{M}.,&’' -]*$/u

/**
 * A customer's name for a headline, all of it as it was typed: which part is the first name can't be known. Null if it is too
 * long or more than a name: strangers choose it, and a headline must not carry a message or an address of theirs.
 */
export function nameInHeadline(name: string): string | null {
  const words = name.replace(directionMarks, '').trim().split(/\s+/)
  const line = words.join(' ')
  const isShort = line.length <= mostGreeted.letters && words.length <= mostGreeted.words
  const isName = isShort && onlyWords.test(line) && !holdsLink(line)
  return isName ? insideText(line) : null
}

/** For the sentences that name the customer if they can. */
export function greetingWords(name: string): { greeted: 'yes' | 'no'; called: string } {
  const called = nameInHeadline(name)
  return called === null ? { greeted: 'no', called: '' } : { greeted: 'yes', called }
}
