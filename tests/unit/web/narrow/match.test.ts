import { matches } from '../../../../src/web/data/narrow/match'
import type { Matchable } from '../../../../src/web/data/narrow/match'
import type { Narrow, Term } from '../../../../src/web/data/narrow/narrow'
import { stateWith } from './state'

const state = stateWith({
  streams: { 5: 'ops', 6: 'quiet', 7: 'elsewhere' },
  subscribed: [5, 6],
  muted: [6],
  topics: [
    { stream_id: 5, topic_name: 'Noise', visibility_policy: 1 },
    { stream_id: 6, topic_name: 'loud', visibility_policy: 3 },
  ],
})

const inStream = (
  stream_id: number,
  subject: string,
  more: Partial<Matchable> = {},
): Matchable => ({
  id: 1,
  type: 'stream',
  stream_id,
  subject,
  display_recipient: 'ops',
  sender_id: 11,
  sender_email: 'bo@acme.test',
  flags: [],
  reactions: [],
  ...more,
})

const toPeople = (...ids: number[]): Matchable => {
  const people = ids.map((id) => ({
    ...{ id, email: `${id}@acme.test`, full_name: String(id) },
    ...{ short_name: String(id), is_mirror_dummy: false },
  }))
  const { stream_id: _stream, ...message } = inStream(5, '', { display_recipient: people })
  return { ...message, type: 'private' }
}

const is = (operand: string): Term => ({ operator: 'is', operand })

describe('The match of a message and a narrow', () => {
  it.each<[string, Narrow, Matchable, boolean | undefined]>([
    ['a message in the feed', [], inStream(5, 'x'), true],
    ['a muted topic in the feed', [], inStream(5, 'noise'), false],
    ['a muted stream in the feed', [], inStream(6, 'x'), false],
    ['a followed topic of a muted stream in the feed', [], inStream(6, 'Loud'), true],
    ['a message in the feed that was not received', [], inStream(7, 'x'), false],
    ['a private message in the feed', [], toPeople(10, 11), true],
    ['a stream', [{ operator: 'channel', operand: 7 }], inStream(7, 'x'), true],
    [
      'a topic in any letter case',
      [{ operator: 'topic', operand: 'WEB' }],
      inStream(5, 'web'),
      true,
    ],
    ['another topic', [{ operator: 'topic', operand: 'web' }], inStream(5, 'web app'), false],
    ['people', [{ operator: 'dm', operand: [11, 12] }], toPeople(10, 11, 12), true],
    ['more people', [{ operator: 'dm', operand: [11] }], toPeople(10, 11, 12), false],
    ['oneself', [{ operator: 'dm', operand: [] }], toPeople(10), true],
    ['among others', [{ operator: 'dm-including', operand: [12] }], toPeople(10, 11, 12), true],
    ['a sender', [{ operator: 'sender', operand: 11 }], inStream(5, 'x'), true],
    ['not a sender', [{ operator: 'sender', operand: 11, negated: true }], inStream(5, 'x'), false],
    [
      'starred, though never received',
      [is('starred')],
      inStream(7, 'x', { flags: ['starred'] }),
      true,
    ],
    [
      'a mention of all',
      [is('mentioned')],
      inStream(5, 'x', { flags: ['wildcard_mentioned'] }),
      true,
    ],
    ['read', [is('unread')], inStream(5, 'x', { flags: ['read'] }), false],
    ['resolved', [is('resolved')], inStream(5, '✔ x'), true],
    ['followed', [is('followed')], inStream(6, 'loud'), true],
    [
      'words, which only the server finds',
      [{ operator: 'search', operand: 'x' }],
      inStream(5, 'x'),
      undefined,
    ],
    [
      'words in another stream',
      [
        { operator: 'search', operand: 'x' },
        { operator: 'channel', operand: 6 },
      ],
      inStream(5, 'x'),
      false,
    ],
    [
      'links, which only the server finds',
      [{ operator: 'has', operand: 'link' }],
      inStream(5, 'x'),
      undefined,
    ],
  ])('is judged: %s', (_title, narrow, message, answer) => {
    expect(matches(narrow, message, state)).toBe(answer)
  })
})
