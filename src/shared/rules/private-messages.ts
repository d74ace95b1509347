interface Party {
  id: number
  isBot: boolean
}

/**
 * Whether a private message needs a permission: all do, except notes to oneself and messages from or to bots.
 * Source: docs/protocol/permissions.md#direct-message-refusals.
 */
export function needsPrivatePermission(sender: Party, members: readonly Party[]): boolean {
  return !sender.isBot && members.some(({ id, isBot }) => !isBot && id !== sender.id)
}
