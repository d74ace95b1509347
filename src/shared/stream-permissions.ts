import type { Permission, PermissionValues } from './rules/system-groups'

const nobodyToMembers = { allowNobody: true, allowEveryone: false } as const
const nobodyToEveryone = { allowNobody: true, allowEveryone: true } as const

/**
 * Permissions in a stream. Non-default values are stored in `streams.permissions`. Source:
 * docs/protocol/permissions.md#channel-permissions.
 */
export const streamPermissions = {
  can_administer_channel_group: {
    level: 325,
    default: 'creator',
    ...nobodyToMembers,
    governs: 'changing and archiving the stream, and unsubscribing others',
  },
  can_add_subscribers_group: {
    level: 342,
    default: 'nobody',
    ...nobodyToMembers,
    governs: 'subscribing others',
  },
  can_remove_subscribers_group: {
    level: 142,
    default: 'administrators',
    ...nobodyToEveryone,
    governs: 'unsubscribing others',
  },
  can_send_message_group: {
    level: 333,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'sending messages to the stream',
  },
  can_subscribe_group: {
    level: 357,
    default: 'nobody',
    ...nobodyToMembers,
    governs: 'subscribing oneself to the stream where it is private, and reading it',
  },
  can_move_messages_within_channel_group: {
    level: 396,
    default: 'nobody',
    ...nobodyToEveryone,
    governs: 'moving messages to another topic of the stream',
  },
  can_move_messages_out_of_channel_group: {
    level: 396,
    default: 'nobody',
    ...nobodyToEveryone,
    governs: 'moving messages to another stream',
  },
  can_resolve_topics_group: {
    level: 402,
    default: 'nobody',
    ...nobodyToEveryone,
    governs: 'resolving topics of the stream',
  },
  can_delete_any_message_group: {
    level: 407,
    default: 'nobody',
    ...nobodyToEveryone,
    governs: 'deleting any message of the stream that one may read',
  },
  can_delete_own_message_group: {
    level: 407,
    default: 'nobody',
    ...nobodyToEveryone,
    governs: 'deleting what one wrote in the stream, within message_content_delete_limit_seconds',
  },
  can_create_topic_group: {
    level: 441,
    default: 'everyone',
    ...nobodyToEveryone,
    governs: 'beginning topics in the stream',
  },
} as const satisfies Record<string, Permission>

export type StreamPermissionName = keyof typeof streamPermissions
export type StreamPermissionValues = PermissionValues<StreamPermissionName>
