import { namePrivate } from '../../data/conversations/names'
import * as t from '../../texts/catalog'
import { describeTerm } from '../../data/narrow/describe'
import { conversationOf, keyOfNarrow, streamOf } from '../../data/narrow/narrow'
import type { Narrow, Term } from '../../data/narrow/narrow'
import type { AddressBook } from '../../data/narrow/address-book'
import type { Store } from '../../data/store/store'
import { viewNames, views } from '../../lib/views'

/** Name of a narrow, for its heading and screen readers. */
export function nameNarrow(narrow: Narrow, store: Store, book: AddressBook): string {
  const key = keyOfNarrow(narrow)
  const view = viewNames.find((name) => {
    const { narrow: shown } = views[name]
    return shown && keyOfNarrow(shown) === key
  })
  if (view) return t.views[view]
  const conversation = conversationOf(narrow)
  if (conversation?.kind === 'topic') return conversation.topic
  if (conversation?.kind === 'private') return namePrivate(store, conversation.userIds)
  const [first, ...more] = narrow
  if (first && more.length === 0 && first.negated !== true) {
    const stream = streamOf(narrow)
    if (stream !== undefined) {
      return (typeof stream === 'number' ? store.stream(stream)?.name : stream) ?? ''
    }
    const name = first.operator === 'is' ? namesOfFilters()[String(first.operand)] : undefined
    if (name !== undefined) return name
  }
  return t.narrows.found(partsOfSearch(narrow, store, book).join(' · '))
}

/** The words of a search, and its filters in words. The words come first, since a heading may be cut off. */
export function partsOfSearch(narrow: Narrow, store: Store, book: AddressBook): string[] {
  const isWord = ({ operator, negated }: Term) => operator === 'search' && negated !== true
  const names = {
    ownId: book.ownId,
    streamName: book.streamName,
    fullName: (id: number) => store.user(id)?.full_name,
  }
  return narrow
    .toSorted((a, b) => Number(isWord(b)) - Number(isWord(a)))
    .map((term) => (isWord(term) ? String(term.operand) : describeTerm(term, names)))
}

/** Names of narrows that no view of the table shows. */
const namesOfFilters = (): Readonly<Record<string, string>> => ({
  unread: t.narrows.unread,
  dm: t.narrows.privateMessages,
})
