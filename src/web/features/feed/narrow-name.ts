import { namePrivate } from '../../data/conversations/names'
import * as t from '../../texts/catalog'
import { describeTerm } from '../../data/narrow/describe'
import { conversationOf, streamOf } from '../../data/narrow/narrow'
import type { Narrow, Term } from '../../data/narrow/narrow'
import type { AddressBook } from '../../data/narrow/address-book'
import type { Store } from '../../data/store/store'

/** Name of a narrow, for its heading and screen readers. */
export function nameNarrow(narrow: Narrow, store: Store, book: AddressBook): string {
  const [first, ...more] = narrow
  if (!first) return t.views.feed
  const conversation = conversationOf(narrow)
  if (conversation?.kind === 'topic') return conversation.topic
  if (conversation?.kind === 'private') return namePrivate(store, conversation.userIds)
  if (more.length === 0 && first.negated !== true) {
    const stream = streamOf(narrow)
    if (stream !== undefined) {
      return (typeof stream === 'number' ? store.stream(stream)?.name : stream) ?? ''
    }
    const view = first.operator === 'is' ? viewNames()[String(first.operand)] : undefined
    if (view !== undefined) return view
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

const viewNames = (): Readonly<Record<string, string>> => ({
  mentioned: t.views.mentions,
  starred: t.views.starred,
  unread: t.narrows.unread,
  dm: t.narrows.privateMessages,
})
