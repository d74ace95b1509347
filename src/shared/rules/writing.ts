/*
 * Rights to write to streams and private conversations, for the server and the web app.
 * Sources: docs/protocol/messages.md#who-may-send, docs/protocol/permissions.md#direct-message-refusals.
 */

interface StreamWriting {
  /** Whether `can_send_message_group` includes the user. */
  isWriter: boolean
  isSubscribed: boolean
  mayEnter: boolean
}

/** Reason why a user may not write to a stream; undefined if they may. */
export function streamWritingRefusal({
  isWriter,
  isSubscribed,
  mayEnter,
}: StreamWriting): 'notWriter' | 'notSubscribed' | undefined {
  if (!isWriter) return 'notWriter'
  return isSubscribed || mayEnter ? undefined : 'notSubscribed'
}

interface Party {
  id: number
  isBot: boolean
}

/** Whether a private message needs a permission: all do, except notes to oneself and messages from or to bots. */
export function needsPrivatePermission(sender: Party, members: readonly Party[]): boolean {
  return !sender.isBot && members.some(({ id, isBot }) => !isBot && id !== sender.id)
}
