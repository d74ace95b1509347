import { instantOf } from '../../../shared/rules/dates'
import { hasWordNamed, isWordNamed } from '../../../shared/rules/narrow-operators'
import type { AddressBook } from './address-book'
import { conversationOf } from './narrow'
import type { Narrow, Term } from './narrow'
import { formatSearch } from './format-search'
import { parseSearch, splitSearch } from './search-text'

/** The content of the search box: filters as pills, each an operator with its operand, then the text after them. */
export interface SearchContent {
  readonly pills: readonly string[]
  readonly text: string
}

/** The search as one text. */
export function joinSearch({ pills, text }: SearchContent): string {
  return [...pills, text].filter((part) => part !== '').join(' ')
}

/**
 * Parts a typed search into pills and text. An operator becomes a pill once its operand is known and the caret is behind
 * it; unknown names and words to search for stay text.
 */
export function partSearch(
  typed: string,
  book: AddressBook,
  caret: number = typed.length,
): SearchContent {
  const words = splitSearch(typed)
  const pills: string[] = []
  const texts: string[] = []
  for (const [index, { operator, start }] of words.entries()) {
    const written = typed.slice(start, words[index + 1]?.start ?? typed.length)
    const word = written.trimEnd()
    const isAtCaret = caret >= start && caret <= start + word.length
    const isOpen = /:"[^"]*$/.test(word)
    const [term] = operator === undefined || isAtCaret || isOpen ? [] : parseSearch(word, book)
    if (term && term.operator !== 'search' && isKnown(term)) pills.push(formatSearch([term], book))
    else texts.push(word)
  }
  const blank = texts.length > 0 && /\s$/.test(typed) ? ' ' : ''
  return { pills, text: texts.join(' ') + blank }
}

/** The search in the box for a narrow. */
export function searchOf(narrow: Narrow, book: AddressBook): SearchContent {
  const { pills, text } = partSearch(`${formatSearch(narrow, book)} `, book)
  return { pills, text: text.trimEnd() }
}

/** Whether the stream, the users or the word of a term exist. */
function isKnown({ operator, operand }: Term): boolean {
  switch (operator) {
    case 'channel':
    case 'sender':
    case 'mentions':
    case 'dm':
    case 'dm-including':
    case 'id':
      return typeof operand !== 'string'
    case 'is':
      return isWordNamed(String(operand)) !== undefined
    case 'has':
      return hasWordNamed(String(operand)) !== undefined
    case 'in':
      return operand === 'home' || operand === 'all'
    case 'channels':
      return operand === 'public'
    case 'before':
    case 'after':
      return instantOf(String(operand)) !== undefined
    case 'topic':
    case 'search':
      return true
  }
}

/** Whether a narrow names a stream or users that do not exist. */
export function namesUnknown(narrow: Narrow): boolean {
  return narrow.some((term) => typeof term.operand === 'string' && isOfName(term) && !isKnown(term))
}

const isOfName = ({ operator }: Term) =>
  ['channel', 'sender', 'mentions', 'dm', 'dm-including'].includes(operator)

/** Whether a narrow is a search, rather than a view or a conversation. */
export function isSearched(narrow: Narrow): boolean {
  const [first] = narrow
  if (!first || conversationOf(narrow)) return false
  const isView = narrow.length === 1 && first.negated !== true
  return !(isView && ['channel', 'is', 'dm'].includes(first.operator))
}
