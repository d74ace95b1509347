import { t } from '../../i18n/t'
import { formatSearch } from '../../narrow/search-text'
import { conversationOf, streamOf } from '../../narrow/narrow'
import type { Narrow } from '../../narrow/narrow'
import type { AddressBook } from '../../narrow/address-book'
import type { Store } from '../../store/store'

/** What a narrow is called, in its heading and by screen readers. */
export function nameNarrow(narrow: Narrow, store: Store, book: AddressBook): string {
  const [first, ...more] = narrow
  if (!first) return t.views.feed
  const conversation = conversationOf(narrow)
  if (conversation?.kind === 'topic') return conversation.topic
  if (conversation?.kind === 'private') return namePeople(store, conversation.userIds)
  if (more.length === 0 && first.negated !== true) {
    const stream = streamOf(narrow)
    if (stream !== undefined) {
      const known = store.read('streams').find(({ stream_id }) => stream_id === stream)
      return known?.name ?? String(stream)
    }
    const view = first.operator === 'is' ? viewNames()[String(first.operand)] : undefined
    if (view !== undefined) return view
  }
  return t.narrows.found(formatSearch(narrow, book))
}

const viewNames = (): Readonly<Record<string, string>> => ({
  mentioned: t.views.mentions,
  starred: t.views.starred,
  unread: t.narrows.unread,
  dm: t.narrows.privateMessages,
})

/** Those with whom a private conversation is. */
export function namePeople(store: Store, userIds: readonly number[]): string {
  if (userIds.length === 0) return t.narrows.notesToYourself
  const lists = [
    store.read('realm_users'),
    store.read('realm_non_active_users'),
    store.read('cross_realm_bots'),
  ]
  const nameOf = (id: number) =>
    lists.map((users) => users.find(({ user_id }) => user_id === id)).find((user) => user)
      ?.full_name
  return userIds.map((id) => nameOf(id) ?? t.narrows.unknownPeople).join(', ')
}
