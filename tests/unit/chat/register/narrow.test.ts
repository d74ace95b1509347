import { parseNarrow } from '../../../../src/server/chat/queues/register/registration'

const streamOps = { operator: 'stream', operand: 'ops', negated: false }

describe('parseNarrow', () => {
  it('accepts the documented pair, a list of pairs, and the objects of later clients', () => {
    for (const narrow of [
      ['stream', 'ops'],
      [['stream', 'ops']],
      [{ operator: 'stream', operand: 'ops' }],
      [{ operator: 'channel', operand: 'ops', negated: false }],
    ]) {
      expect(parseNarrow(narrow)).toEqual([streamOps])
    }
    expect(parseNarrow([])).toEqual([])
  })

  it('knows the operators by their old and new names', () => {
    const narrow = [
      ['channel', 'ops'],
      ['subject', 'deploys'],
      ['from', 'ada@x.test'],
      ['is', 'private'],
    ]
    expect(parseNarrow(narrow).map((term) => term.operator)).toEqual([
      'stream',
      'topic',
      'sender',
      'is',
    ])
  })

  it('takes ids of streams and senders', () => {
    expect(
      parseNarrow([['stream', 5], { operator: 'sender', operand: 10, negated: true }]),
    ).toEqual([
      { operator: 'stream', operand: 5, negated: false },
      { operator: 'sender', operand: 10, negated: true },
    ])
  })

  it.each([
    [[['pm-with', 'x']], 'Operator pm-with not supported.'],
    [['constructor', 'x'], 'Operator constructor not supported.'],
    [[['is']], 'narrow[0] should have exactly 2 items'],
    [['is'], 'narrow[0] is not a list'],
    [[['is', 'private'], 'stream'], 'narrow[1] is not a list'],
    [[null], 'narrow[0] is not a list'],
    [[[1, 'x']], 'narrow[0][0] is not a string'],
    [[['topic', 5]], 'narrow[0][1] is not a string'],
    [[['stream', 1.5]], 'narrow[0][1] is not a string'],
    [['stream', true], 'narrow[1] is not a string'],
    [[['stream', ['ops']]], 'narrow[0][1] is not a string'],
    [[{ operand: 'ops' }], 'operator key is missing from narrow[0]'],
    [[{ operator: 'stream' }], 'operand key is missing from narrow[0]'],
    [[{ operator: 'topic', operand: 5 }], 'narrow[0]["operand"] is not a string'],
    [
      [{ operator: 'stream', operand: 'ops', negated: 'no' }],
      'narrow[0]["negated"] is not a boolean',
    ],
    [Array.from({ length: 101 }, () => ['is', 'unread']), 'narrow has too many items (limit: 100)'],
  ])('refuses %j', (narrow, message) => {
    expect(() => parseNarrow(narrow)).toThrow(
      expect.objectContaining({ message, code: 'BAD_REQUEST', status: 400 }),
    )
  })

  it('checks all shapes before operators', () => {
    expect(() => parseNarrow([['pm-with', 'x'], ['stream']])).toThrow(
      'narrow[1] should have exactly 2 items',
    )
  })
})
