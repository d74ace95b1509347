import { judge } from './auditor'
import type { Delivered, Sight } from './history'

const commit = (seq: number, more: Partial<Extract<Sight, { kind: 'commit' }>> = {}): Sight => ({
  ...{
    kind: 'commit',
    seq,
    key: seq,
    audience: [1],
    insertedAt: seq - 1,
    stream: 1,
    isMessage: true,
  },
  ...more,
})
const registered: Sight = { kind: 'registered', queue: 'q', user: 1, seen: 0 }
const answer = (after: number, ...events: Delivered[]): Sight => ({
  ...{ kind: 'delivered', queue: 'q', after },
  events,
})
const calm: Sight = { kind: 'calm', queue: 'q' }

describe('the auditor of simulations', () => {
  it('accepts events that a client gets again, or that its state has already', () => {
    const history = [
      commit(1),
      { ...registered, seen: 1 },
      commit(2),
      answer(-1, { id: 0, key: 1 }, { id: 1 }),
      answer(-1, { id: 0, key: 1 }, { id: 1 }, { id: 5, key: 2 }),
      calm,
    ]
    expect(judge(history)).toEqual([])
  })

  it.each<[string, Sight[], RegExp]>([
    ['a lost event', [registered, commit(1), calm], /event 1 is lost/],
    [
      'a repeated event',
      [registered, commit(1), answer(-1, { id: 0, key: 1 }), answer(0, { id: 1, key: 1 }), calm],
      /event 1 came twice/,
    ],
    [
      'an id that changes its event',
      [
        registered,
        commit(1),
        commit(2),
        answer(-1, { id: 0, key: 1 }),
        answer(-1, { id: 0, key: 2 }),
      ],
      /event 0 changed/,
    ],
    ['an id from before', [registered, commit(1), answer(3, { id: 3, key: 1 })], /do not ascend/],
    [
      'an event for others',
      [registered, commit(1, { audience: [2] }), answer(-1, { id: 0, key: 1 })],
      /others/,
    ],
    ['an event of no commit', [registered, answer(-1, { id: 0, key: 9 })], /never committed/],
    [
      'two changes of a stream in the wrong order',
      [
        ...[registered, commit(1, { isMessage: false }), commit(2, { isMessage: false })],
        answer(-1, { id: 0, key: 2 }, { id: 1, key: 1 }),
      ],
      /event 2 came before change 1/,
    ],
    [
      'a message before the change that explains it',
      [
        registered,
        commit(1, { isMessage: false }),
        commit(2),
        answer(-1, { id: 0, key: 2 }, { id: 1, key: 1 }),
      ],
      /event 2 came before change 1/,
    ],
    [
      'a queue that ends early',
      [registered, { kind: 'ended', queue: 'q', isDue: false }],
      /ended while/,
    ],
  ])('finds %s', (_title, history, fault) => {
    expect(judge(history).join('\n')).toMatch(fault)
  })
})
