/** The collections that a reader needs. Source: docs/protocol/import.md#rocket-chat-collections. */
const collections = new Set([
  'rocketchat_settings',
  'users',
  'rocketchat_room',
  'rocketchat_subscription',
  'rocketchat_message',
  'rocketchat_custom_emoji',
  'rocketchat_avatars',
  'rocketchat_uploads',
])

/** Pairs of collections with files, by the name of both. */
export const buckets = {
  uploads: 'rocketchat_uploads',
  avatars: 'rocketchat_avatars',
  emoji: 'custom_emoji',
} as const

const ofBuckets = new Set<string>(
  Object.values(buckets).flatMap((bucket) => [`${bucket}.files`, `${bucket}.chunks`]),
)

export function isCollectionOfChat(name: string): boolean {
  return collections.has(name) || ofBuckets.has(name)
}
