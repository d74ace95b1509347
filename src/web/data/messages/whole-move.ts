import type { Conversation } from '../records/conversation'
import type { ServerEvent } from '../records/state'

type Topic = Conversation & { kind: 'topic' }

/** Old and new topic, if an event moves a whole topic; else undefined. Source: docs/protocol/events.md#update-move. */
export function wholeMoveOf(event: ServerEvent): { from: Topic; to: Topic } | undefined {
  if (event.type !== 'update_message' || event.propagate_mode !== 'change_all') return undefined
  const { stream_id: streamId, new_stream_id, orig_subject, subject } = event
  if (streamId === undefined || orig_subject === undefined) return undefined
  return {
    from: { kind: 'topic', streamId, topic: orig_subject },
    to: { kind: 'topic', streamId: new_stream_id ?? streamId, topic: subject ?? orig_subject },
  }
}
