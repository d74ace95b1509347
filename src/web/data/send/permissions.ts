import { postPolicies } from '../../../shared/rules/post-policies'
import { needsPrivatePermission } from '../../../shared/rules/private-messages'
import { mayEnter, streamWritingRefusal } from '../../../shared/rules/stream-rights'
import { systemGroups } from '../../../shared/rules/system-groups'
import { asStreamUser, isGiven } from '../rights/permissions'
import { findStream } from '../records/records'
import type { State } from '../records/state'
import type { Conversation } from '../records/conversation'

/** Reasons why a user may not write to a conversation. */
export type WritingRefusal =
  | 'unknownStream'
  | 'archived'
  | 'notSubscribed'
  | 'onlyAdmins'
  | 'onlyModerators'
  | 'onlyFullMembers'
  | 'notAllowed'
  | 'privateMessagesOff'
  | 'nobodyAuthorizes'
  | 'deactivated'

/** The fields of the state that decide. */
export type PermissionState = Pick<
  State,
  | 'user_id'
  | 'is_admin'
  | 'is_guest'
  | 'realm_user_groups'
  | 'streams'
  | 'archived'
  | 'subscriptions'
  | 'realm_users'
  | 'cross_realm_bots'
> &
  Partial<Pick<State, 'realm_direct_message_permission_group'>>

/** The collections of the state that {@link writingRefusal} depends on; components read them to render again. */
export const writingCollections = [
  'streams',
  'archived',
  'subscriptions',
  'realm_users',
  'realm_user_groups',
  'realm_direct_message_permission_group',
  'realm_topics_policy',
] as const

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
  const stream = findStream(state, streamId)
  if (!stream) return 'unknownStream'
  if (stream.is_archived) return 'archived'
  const refusal = streamWritingRefusal({
    isWriter: isGiven(state, stream, 'can_send_message_group'),
    isSubscribed: state.subscriptions.some(({ stream_id }) => stream_id === streamId),
    mayEnter: mayEnter(asStreamUser(state, stream), { isPrivate: stream.invite_only }),
  })
  return refusal === 'notWriter'
    ? (refusalsByPolicy[stream.stream_post_policy] ?? 'notAllowed')
    : refusal
}

/** The permission's form for older clients names the permitted role, if the permission is one. */
const refusalsByPolicy: Readonly<Record<number, WritingRefusal>> = {
  [postPolicies.administrators]: 'onlyAdmins',
  [postPolicies.fullMembers]: 'onlyFullMembers',
  [postPolicies.moderators]: 'onlyModerators',
}

function privateRefusal(
  state: Readonly<PermissionState>,
  userIds: readonly number[],
): WritingRefusal | undefined {
  const members = userIds.flatMap((id) => {
    const find = (users: State['realm_users'] | State['cross_realm_bots']) =>
      users.find(({ user_id }) => user_id === id)
    const user = find(state.realm_users) ?? find(state.cross_realm_bots)
    return user ? [{ id, isBot: user.is_bot }] : []
  })
  if (members.length < userIds.length) return 'deactivated'
  if (!needsPrivatePermission({ id: state.user_id, isBot: false }, members)) return undefined
  const setting = 'realm_direct_message_permission_group'
  const permitted = state[setting]
  if (permitted === undefined) return undefined
  const isPermitted = (id: number) => isGiven({ ...state, user_id: id }, state, setting)
  if ([state.user_id, ...userIds].some(isPermitted)) return undefined
  return permitted === systemGroups.nobody.id ? 'privateMessagesOff' : 'nobodyAuthorizes'
}
