import { conversationOf, keyOfConversation, streamOf } from '../narrow/narrow'
import type { Narrow } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'

/** Whether a narrow shows new messages of a conversation: it is that conversation, its stream, or everything. */
export function shows(narrow: Narrow, conversation: Conversation): boolean {
  const only = conversationOf(narrow)
  if (only) return keyOfConversation(only) === keyOfConversation(conversation)
  if (narrow.length === 0) return true
  const isOfStream = narrow.length === 1 && conversation.kind === 'topic'
  return isOfStream && streamOf(narrow) === conversation.streamId
}
