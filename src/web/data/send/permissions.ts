import type { State } from '../store/state'
import type { Conversation } from '../narrow/narrow'

/** Reasons why a user may not write to a conversation. */
export type WritingRefusal =
  | 'unknownStream'
  | 'notSubscribed'
  | 'onlyAdmins'
  | 'onlyModerators'
  | 'onlyFullMembers'
  | 'privateMessagesOff'
  | 'deactivated'

/** The fields of the state that decide. */
export type PermissionState = Pick<
  State,
  | 'user_id'
  | 'is_admin'
  | 'is_moderator'
  | 'is_guest'
  | 'streams'
  | 'subscriptions'
  | 'realm_users'
  | 'cross_realm_bots'
> & { readonly [key: string]: unknown }

/**
 * Reason why the user may not write to a conversation; undefined if they may, as far as the app can tell.
 * Sources: docs/protocol/messages.md#who-may-send, docs/protocol/register.md#stream-post-policy.
 */
export function writingRefusal(
  state: Readonly<PermissionState>,
  conversation: Conversation,
): WritingRefusal | undefined {
  return conversation.kind === 'topic'
    ? streamRefusal(state, conversation.streamId)
    : privateRefusal(state, conversation.userIds)
}

export function streamRefusal(
  state: Readonly<PermissionState>,
  streamId: number,
): WritingRefusal | undefined {
  const stream = state.streams.find(({ stream_id }) => stream_id === streamId)
  if (!stream) return 'unknownStream'
  const isIn = state.subscriptions.some(({ stream_id }) => stream_id === streamId)
  if (!isIn && (stream.invite_only || state.is_guest)) return 'notSubscribed'
  switch (stream.stream_post_policy) {
    case 2:
      return state.is_admin ? undefined : 'onlyAdmins'
    case 3:
      return state.is_admin || state.is_moderator || isFullMember(state)
        ? undefined
        : 'onlyFullMembers'
    case 4:
      return state.is_admin || state.is_moderator ? undefined : 'onlyModerators'
    default:
      return undefined
  }
}

/** Policy value for no private messages; messages to bots and to oneself stay allowed. */
const privateMessagesOff = 2

function privateRefusal(
  state: Readonly<PermissionState>,
  userIds: readonly number[],
): WritingRefusal | undefined {
  const others = userIds.map(
    (id) =>
      state.realm_users.find(({ user_id }) => user_id === id) ??
      state.cross_realm_bots.find(({ user_id }) => user_id === id),
  )
  if (others.some((user) => !user)) return 'deactivated'
  const isOff = state['realm_private_message_policy'] === privateMessagesOff
  return isOff && others.some((user) => user?.is_bot !== true) ? 'privateMessagesOff' : undefined
}

function isFullMember(state: Readonly<PermissionState>): boolean {
  if (state.is_guest) return false
  const joined = state.realm_users.find(({ user_id }) => user_id === state.user_id)?.date_joined
  const days = Number(state['realm_waiting_period_threshold'] ?? 0)
  return joined === undefined || Date.now() - Date.parse(joined) >= days * 86_400_000
}
