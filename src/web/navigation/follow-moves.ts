import { conversationOf, keyOfConversation, narrowTo } from '../narrow/narrow'
import type { ServerEvent } from '../store/state'
import type { Navigation } from './navigation'

/** Where all of a topic has moved, whoever reads it goes along. Source: docs/protocol/events.md#update-move. */
export function followMoves(
  events: readonly ServerEvent[],
  { place, replace }: Pick<Navigation, 'place' | 'replace'>,
): void {
  for (const event of events) {
    const here = place.peek()
    const conversation = here.view === 'narrow' ? conversationOf(here.narrow) : undefined
    if (event.type !== 'update_message' || conversation?.kind !== 'topic') continue
    const { stream_id: streamId, new_stream_id: newStreamId, ...move } = event as ServerEvent & Move
    if (move.propagate_mode !== 'change_all') continue
    const from = { kind: 'topic', streamId, topic: move.orig_subject } as const
    if (keyOfConversation(from) !== keyOfConversation(conversation)) continue
    const to = { streamId: newStreamId ?? streamId, topic: move.subject ?? move.orig_subject }
    replace({ view: 'narrow', narrow: narrowTo({ kind: 'topic', ...to }) })
  }
}

interface Move {
  stream_id: number
  new_stream_id?: number
  orig_subject: string
  subject?: string
  propagate_mode?: string
}
