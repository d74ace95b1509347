import {
  editableUntil,
  mayChangeStream,
  mayChangeTopic,
  mayDelete,
  mayEdit,
} from '../../../src/web/messages/permissions'
import type { Rules } from '../../../src/web/messages/permissions'

const me = 10
const now = 1_000_000

/** As a new organisation has them. */
const rules: Rules = {
  user_id: me,
  is_admin: false,
  is_guest: false,
  realm_allow_message_editing: true,
  realm_message_content_edit_limit_seconds: 600,
  realm_allow_community_topic_editing: true,
  realm_community_topic_editing_limit_seconds: 86_400,
  realm_move_messages_between_streams_policy: 1,
  realm_allow_message_deleting: true,
  realm_delete_own_message_policy: 5,
  realm_message_content_delete_limit_seconds: 600,
  realm_waiting_period_threshold: 3,
  realm_users: [{ user_id: me, date_joined: new Date((now - 86_400) * 1000).toISOString() }],
}
const admin: Rules = { ...rules, is_admin: true }
const guest: Rules = { ...rules, is_guest: true }

const own = { type: 'stream', sender_id: me, timestamp: now - 60 } as const
const others = { ...own, sender_id: 11 }
const aged = (message: typeof own | typeof others, seconds: number) => ({
  ...message,
  timestamp: now - seconds,
})

describe('what one may do with a message', () => {
  it('is to edit what one wrote, for as long as the organisation says', () => {
    expect(editableUntil(own, rules)).toBe(own.timestamp + 600)
    expect(mayEdit(own, rules, now)).toBe(true)
    expect(mayEdit(aged(own, 601), rules, now)).toBe(false)
    expect(mayEdit(others, admin, now)).toBe(false)
    expect(mayEdit(own, { ...rules, realm_allow_message_editing: false }, now)).toBe(false)
    const forEver = { ...rules, realm_message_content_edit_limit_seconds: null }
    expect(mayEdit(aged(own, 1e6), forEver, now)).toBe(true)
  })

  it('is not to edit a poll', () => {
    const poll = {
      ...own,
      submessages: [{ id: 1, msg_type: 'widget', content: '', sender_id: me }],
    }
    expect(mayEdit(poll, rules, now)).toBe(false)
  })

  it('is to move within a stream what is one’s own, or new, or anything for administrators', () => {
    expect(mayChangeTopic(others, rules, now)).toBe(true)
    expect(mayChangeTopic(aged(others, 86_401), rules, now)).toBe(false)
    expect(mayChangeTopic(aged(own, 1e6), rules, now)).toBe(true)
    expect(mayChangeTopic(aged(others, 1e6), admin, now)).toBe(true)
    expect(mayChangeTopic(others, guest, now)).toBe(false)
    expect(mayChangeTopic({ ...own, type: 'private' }, admin, now)).toBe(false)
  })

  it.each([
    ['members', 1, [true, false, true]],
    ['administrators', 2, [false, false, true]],
    ['full members', 3, [false, false, true]],
    ['everybody', 5, [true, true, true]],
    ['nobody', 6, [false, false, true]],
  ])('is to move to other streams for %s', (_name, policy, expected) => {
    const may = [rules, guest, admin].map((who) =>
      mayChangeStream(own, { ...who, realm_move_messages_between_streams_policy: policy }, now),
    )
    expect(may).toEqual(expected)
  })

  it('is to move to other streams for full members once they have been here for a while', () => {
    const later = now + 3 * 86_400
    const policy = { ...rules, realm_move_messages_between_streams_policy: 3 }
    expect(mayChangeStream({ ...own, timestamp: later }, policy, later)).toBe(true)
  })

  it('is to delete what one has just written, or anything for administrators', () => {
    expect(mayDelete(own, rules, now)).toBe(true)
    expect(mayDelete(aged(own, 601), rules, now)).toBe(false)
    expect(mayDelete(others, rules, now)).toBe(false)
    expect(mayDelete(aged(others, 1e6), admin, now)).toBe(true)
    expect(mayDelete(own, { ...rules, realm_allow_message_deleting: false }, now)).toBe(false)
  })
})
