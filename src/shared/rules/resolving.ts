/** Either of these permissions lets a user mark topics as resolved, whatever the age of their messages. */
const resolvingPermissions = [
  'can_resolve_topics_group',
  'can_move_messages_between_topics_group',
] as const

/**
 * Whether a user may mark topics as resolved and unresolved.
 * Source: docs/protocol/topics-and-moderation.md#resolve-right.
 */
export function mayResolveTopics(
  mayInRealm: (permission: (typeof resolvingPermissions)[number]) => boolean,
): boolean {
  return resolvingPermissions.some(mayInRealm)
}
