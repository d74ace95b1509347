import { reusingRows, rowsOf } from '../../../../src/web/data/messages/feed-rows'
import type { Message } from '../../../../src/web/data/records/message'
import { partOf } from '../../../support/stand-ins'

const noon = Date.UTC(2026, 0, 2, 12) / 1000

function message(id: number, more: Partial<Message> = {}): Message {
  return partOf<Message>({
    id,
    stream_id: 5,
    subject: 'deploys',
    sender_id: 11,
    timestamp: noon + id,
    is_me_message: false,
    display_recipient: 'ops',
    ...more,
  })
}

const options = { isInterleaved: true, firstUnreadId: undefined, ownId: 10 }

describe('Rows of a feed', () => {
  it('mark the first message of a day, of a conversation, and the first unread one', () => {
    const rows = rowsOf(
      [
        message(1),
        message(2),
        message(3, { subject: 'Deploys' }),
        message(4, { subject: 'lunch' }),
        message(5, { subject: 'lunch', sender_id: 12 }),
        message(6, { subject: 'lunch', sender_id: 12, timestamp: noon + 86_400 }),
      ],
      undefined,
      { ...options, firstUnreadId: 2 },
    )
    expect(rows.map(({ isCompact }) => isCompact)).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
    ])
    expect(rows.map(({ day }) => day !== undefined)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(rows.map(({ isFirstUnread }) => isFirstUnread).indexOf(true)).toBe(1)
    expect(rows.map(({ conversation }) => conversation !== undefined)).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
    ])
  })

  it('do not depend on the beginning of the window', () => {
    const messages = Array.from({ length: 40 }, (_, index) =>
      message(index + 1, {
        subject: `topic ${Math.floor(index / 3)}`,
        sender_id: 11 + (index % 2),
      }),
    )
    const all = rowsOf(messages, undefined, options)
    for (const start of [1, 7, 20]) {
      expect(rowsOf(messages.slice(start), messages[start - 1], options)).toEqual(all.slice(start))
    }
  })

  it('are the same objects as long as they are equal', () => {
    const messages = [message(1), message(2), message(3)]
    const before = rowsOf(messages, undefined, options)
    expect(reusingRows(rowsOf(messages, undefined, options), before)).toBe(before)
    const other = reusingRows(rowsOf(messages, undefined, { ...options, firstUnreadId: 3 }), before)
    expect(other[0]).toBe(before[0])
    expect(other[2]).not.toBe(before[2])
  })
})
