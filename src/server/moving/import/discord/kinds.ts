/** Kinds of messages. The reader leaves out messages of the kind `left out`, with a remark if they have a reason. */
export type MessageKind =
  | { kind: 'message' | 'call' | 'thread' | 'poll result' }
  | { kind: 'left out'; what?: 'join' | 'pin' | 'recipient'; reason?: string }

const leftOut = { kind: 'left out' } as const

/** Numbers stand for the types that DiscordChatExporter has no names for. */
const kinds: Readonly<Record<string, MessageKind>> = {
  RecipientAdd: { ...leftOut, what: 'recipient' },
  RecipientRemove: leftOut,
  Call: { kind: 'call' },
  ChannelNameChange: leftOut,
  ChannelIconChange: leftOut,
  ChannelPinnedMessage: { ...leftOut, what: 'pin' },
  GuildMemberJoin: { ...leftOut, what: 'join' },
  ThreadCreated: { kind: 'thread' },
  // Boosts, followed channels, discovery, the repeated root of a thread, hints to invite people.
  ...Object.fromEntries([8, 9, 10, 11, 12, 14, 15, 16, 17, 21, 22].map((each) => [each, leftOut])),
  24: { ...leftOut, reason: 'A message of the automatic moderation is left out.' },
  // Paid subscriptions, hints about apps, stages, reports of incidents, purchases.
  ...Object.fromEntries(
    [25, 26, 27, 28, 29, 31, 32, 36, 37, 38, 39, 44].map((each) => [each, leftOut]),
  ),
  46: { kind: 'poll result' },
}

/** The kind of a message by its type; messages of unknown types are messages. Source: docs/protocol/import.md#discord-types. */
export function kindOf(type: string): MessageKind {
  return (Object.hasOwn(kinds, type) ? kinds[type] : undefined) ?? { kind: 'message' }
}
