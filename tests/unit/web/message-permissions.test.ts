import { editableUntil, mayEdit } from '../../../src/web/data/messages/may-edit'
import {
  mayChangeStream,
  mayChangeTopic,
  mayDelete,
  mayDeleteAnyIn,
  mayResolve,
} from '../../../src/web/data/messages/permissions'
import type { Rules } from '../../../src/web/data/messages/may-edit'
import type { Stream, UserGroup } from '../../../src/web/data/records/state'
import { partOf } from '../../support/stand-ins'

const me = 10
const now = 1_000_000

const group = (id: number, members: number[], direct_subgroup_ids: number[] = []) =>
  partOf<UserGroup>({ id, members, direct_subgroup_ids })

/** Administrators, full members, members, everybody, nobody; the groups with the given ids contain the reader. */
const groupsWith = (...ids: number[]) =>
  [2, 4, 5, 6, 8].map((id) => group(id, ids.includes(id) ? [me] : []))

/** Defaults of a new organization. */
const rules: Rules = {
  user_id: me,
  is_admin: false,
  is_guest: false,
  realm_user_groups: groupsWith(5, 6),
  streams: [],
  realm_allow_message_editing: true,
  realm_message_content_edit_limit_seconds: 600,
  realm_can_move_messages_between_topics_group: 5,
  realm_move_messages_within_stream_limit_seconds: 86_400,
  realm_can_move_messages_between_channels_group: 5,
  realm_move_messages_between_streams_limit_seconds: 86_400,
  realm_can_delete_any_message_group: 2,
  realm_can_delete_own_message_group: 6,
  realm_message_content_delete_limit_seconds: 600,
}
const admin: Rules = { ...rules, is_admin: true, realm_user_groups: groupsWith(2, 4, 5, 6) }
const guest: Rules = {
  ...rules,
  is_guest: true,
  realm_user_groups: groupsWith(6),
}

const own = { type: 'stream', sender_id: me, timestamp: now - 60 } as const
const others = { ...own, sender_id: 11 }
const aged = (message: typeof own | typeof others, seconds: number) => ({
  ...message,
  timestamp: now - seconds,
})

describe('rights over a message', () => {
  it('include editing own messages, within the time limit of the organization', () => {
    expect(editableUntil(own, rules)).toBe(own.timestamp + 600)
    expect(mayEdit(own, rules, now)).toBe(true)
    expect(mayEdit(aged(own, 601), rules, now)).toBe(false)
    expect(mayEdit(others, admin, now)).toBe(false)
    expect(mayEdit(own, { ...rules, realm_allow_message_editing: false }, now)).toBe(false)
    const forEver = { ...rules, realm_message_content_edit_limit_seconds: null }
    expect(mayEdit(aged(own, 1e6), forEver, now)).toBe(true)
  })

  it('exclude editing a poll', () => {
    const poll = {
      ...own,
      submessages: [{ id: 1, msg_type: 'widget', content: '', sender_id: me }],
    } as const
    expect(mayEdit(poll, rules, now)).toBe(false)
  })

  it('include moving editable or recent messages within a stream, and all for administrators', () => {
    expect(mayChangeTopic(others, rules, now)).toBe(true)
    expect(mayChangeTopic(aged(others, 86_401), rules, now)).toBe(false)
    expect(mayChangeTopic(aged(others, 1e6), admin, now)).toBe(true)
    expect(mayChangeTopic(aged(others, 1e6), { ...rules, is_moderator: true }, now)).toBe(true)
    expect(mayChangeTopic(others, guest, now)).toBe(false)
    expect(mayChangeTopic(own, guest, now)).toBe(true)
    expect(mayChangeTopic(aged(own, 601), guest, now)).toBe(false)
    expect(mayChangeTopic({ ...own, type: 'private' }, admin, now)).toBe(false)
  })

  it.each([
    ['members', 5, [true, false, true]],
    ['administrators', 2, [false, false, true]],
    ['full members', 4, [false, false, true]],
    ['everybody', 6, [true, false, true]],
    ['nobody', 8, [false, false, false]],
    ['one of them', { direct_members: [me], direct_subgroups: [] }, [true, false, true]],
    ['groups together', { direct_members: [], direct_subgroups: [2, 5] }, [true, false, true]],
  ])('include moving to other streams for %s', (_name, value, expected) => {
    const may = [rules, guest, admin].map((who) =>
      mayChangeStream(own, { ...who, realm_can_move_messages_between_channels_group: value }, now),
    )
    expect(may).toEqual(expected)
  })

  it('include deleting own recent messages, and all for administrators', () => {
    expect(mayDelete(own, rules, now)).toBe(true)
    expect(mayDelete(aged(own, 601), rules, now)).toBe(false)
    expect(mayDelete(others, rules, now)).toBe(false)
    expect(mayDelete(aged(others, 1e6), admin, now)).toBe(true)
    expect(mayDelete(own, { ...rules, realm_can_delete_own_message_group: 2 }, now)).toBe(false)
  })
})

describe('permissions of a stream', () => {
  const stream = (more: object) => ({ streams: [partOf<Stream>({ stream_id: 7, ...more })] })
  const inStream = { ...others, stream_id: 7 }
  const me5 = { direct_members: [me], direct_subgroups: [] }
  const neither = {
    ...rules,
    realm_can_move_messages_between_topics_group: 2,
    realm_can_move_messages_between_channels_group: 2,
    realm_can_resolve_topics_group: 2,
  }

  it('add to the permissions of the organization', () => {
    const bare = { ...neither, ...stream({}) }
    expect(mayChangeTopic(inStream, bare, now)).toBe(false)
    const within = { ...neither, ...stream({ can_move_messages_within_channel_group: me5 }) }
    expect(mayChangeTopic(inStream, within, now)).toBe(true)
    expect(mayChangeStream(inStream, within, now)).toBe(false)
    const out = { ...neither, ...stream({ can_move_messages_out_of_channel_group: me5 }) }
    expect(mayChangeStream(inStream, out, now)).toBe(true)
    const administers = { ...neither, ...stream({ can_administer_channel_group: me5 }) }
    expect(mayChangeStream(inStream, administers, now)).toBe(true)
    expect(mayDelete(inStream, administers, now)).toBe(false)
    const resolves = { ...neither, ...stream({ can_resolve_topics_group: me5 }) }
    expect(mayResolve(inStream, resolves)).toBe(true)
    const deletes = { ...neither, ...stream({ can_delete_any_message_group: me5 }) }
    expect(mayDelete(inStream, { ...deletes, is_guest: true }, now)).toBe(true)
    expect(mayDeleteAnyIn(7, bare)).toBe(false)
  })
})

describe('the right to resolve topics', () => {
  const topic = { type: 'stream' } as const

  it('has no time limit, and comes from either of two permissions', () => {
    const neither = { ...rules, realm_can_move_messages_between_topics_group: 2 }
    expect(mayResolve(topic, rules)).toBe(true)
    expect(mayResolve(topic, { ...neither, realm_can_resolve_topics_group: 5 })).toBe(true)
    expect(mayResolve(topic, { ...neither, realm_can_resolve_topics_group: 2 })).toBe(false)
  })

  it('needs messages of streams, and editing to be on', () => {
    expect(mayResolve({ type: 'private' }, rules)).toBe(false)
    expect(mayResolve(topic, { ...rules, realm_allow_message_editing: false })).toBe(false)
  })
})
