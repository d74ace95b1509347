import * as t from '../../texts/catalog'
import type { Conversation } from '../../data/records/conversation'
import type { Store } from '../../data/store/store'

const list = new Intl.ListFormat(t.language, { type: 'conjunction' })

/** A conversation in words: `#ops > deploys`, `Ada and Bo`. */
export function placeName(
  store: Pick<Store, 'stream' | 'user'>,
  conversation: Conversation,
): string {
  if (conversation.kind === 'topic') {
    return `#${store.stream(conversation.streamId)?.name ?? '…'} > ${conversation.topic}`
  }
  const names = conversation.userIds.map((id) => store.user(id)?.full_name ?? '…')
  return names.length === 0 ? t.compose.noteToSelf : list.format(names)
}
