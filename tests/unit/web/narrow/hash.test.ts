import { createAddressBook } from '../../../../src/web/data/narrow/address-book'
import { formatNarrow, parseNarrow } from '../../../../src/web/data/narrow/hash'
import type { NarrowAddress } from '../../../../src/web/data/narrow/hash'
import type { Narrow } from '../../../../src/web/data/narrow/narrow'
import { formatRoute, parseRoute, routeOfView } from '../../../../src/web/data/navigation/route'
import { homeViews, viewNames } from '../../../../src/web/lib/views'
import { stateWith } from './state'

const book = createAddressBook(() =>
  stateWith({
    streams: {
      5: 'ops',
      6: 'web app',
      7: '2019-plans',
      8: 'ünï/cödé (50%)',
      9: '5x',
      10: '9issues',
    },
    users: { 10: 'ada@acme.test', 11: 'bo@acme.test', 12: 'cleo@acme.test' },
    ownId: 10,
  }),
)
const topicOf = (streamId: number, topic: string): Narrow => [
  { operator: 'channel', operand: streamId },
  { operator: 'topic', operand: topic },
]

describe('Addresses of narrows', () => {
  it('have the form of the reference', () => {
    const format = (address: NarrowAddress) => formatNarrow(address, book)
    expect(format({ narrow: topicOf(6, 'web.app (2)!') })).toBe(
      '#narrow/channel/6-web-app/topic/web.2Eapp.20.282.29.21',
    )
    expect(format({ narrow: topicOf(5, 'x'), with: 123 })).toBe(
      '#narrow/channel/5-ops/topic/x/with/123',
    )
    expect(format({ narrow: [{ operator: 'dm', operand: [11] }], near: 4 })).toBe(
      '#narrow/dm/11-dm/near/4',
    )
    expect(format({ narrow: [{ operator: 'dm', operand: [11, 12] }] })).toBe(
      '#narrow/dm/11,12-group'.replace(',', '.2C'),
    )
    expect(format({ narrow: [{ operator: 'dm', operand: [] }] })).toBe('#narrow/dm/10-dm')
    expect(format({ narrow: [{ operator: 'is', operand: 'starred', negated: true }] })).toBe(
      '#narrow/-is/starred',
    )
  })

  it.each([
    'plain',
    '50% off. Really?',
    'a/b#c&d=e+f',
    '.2E',
    '%2E',
    '✔ résumé 日本語 👩‍👩‍👧',
    '\u202eright to left',
    '<script>alert(1)</script>',
    '\'quoted\' "twice" (thrice) *bold* ~_-!',
    'near/123',
  ])('survive formatting and parsing: %s', (topic) => {
    for (const streamId of [5, 6, 7, 8, 99]) {
      const address: NarrowAddress = { narrow: topicOf(streamId, topic), near: 7 }
      expect(parseNarrow(formatNarrow(address, book), book)).toEqual(address)
    }
    const search: Narrow = [{ operator: 'search', operand: topic }]
    expect(parseNarrow(formatNarrow({ narrow: search }, book), book)).toEqual({ narrow: search })
  })

  it('survive a lone surrogate', () => {
    const hash = formatNarrow({ narrow: topicOf(5, 'half \ud83d') }, book)
    expect(parseNarrow(hash, book)).toEqual({ narrow: topicOf(5, 'half \ufffd') })
  })

  it.each([
    ['#narrow/stream/5-ops/subject/deploys', topicOf(5, 'deploys')],
    ['#narrow/stream/ops/topic/deploys', topicOf(5, 'deploys')],
    ['#narrow/stream/web.20app', [{ operator: 'channel', operand: 6 }]],
    ['#narrow/stream/web-app/', [{ operator: 'channel', operand: 6 }]],
    ['#narrow/stream/2019-plans', [{ operator: 'channel', operand: 7 }]],
    ['#narrow/stream/5issues/topic/x', topicOf(5, 'x')],
    ['#narrow/stream/5', [{ operator: 'channel', operand: 5 }]],
    ['#narrow/stream/5-', [{ operator: 'channel', operand: 5 }]],
    ['#narrow/stream/OPS', [{ operator: 'channel', operand: 5 }]],
    ['#narrow/channel/5-ops/topic/', [{ operator: 'channel', operand: 5 }]],
    ['#narrow/stream/9issues', [{ operator: 'channel', operand: 10 }]],
    ['#narrow/stream/99issues', [{ operator: 'channel', operand: '99issues' }]],
    ['#narrow/channel/99-gone', [{ operator: 'channel', operand: 99 }]],
    ['#narrow/stream/no-such', [{ operator: 'channel', operand: 'no-such' }]],
    ['#narrow/pm-with/11-Bo-Lindqvist', [{ operator: 'dm', operand: [11] }]],
    ['#narrow/pm-with/bo.40acme.2Etest', [{ operator: 'dm', operand: [11] }]],
    ['#narrow/pm-with/12,11,10-group', [{ operator: 'dm', operand: [11, 12] }]],
    ['#narrow/dm/10-dm', [{ operator: 'dm', operand: [] }]],
    ['#narrow/pm-with/nobody.40x', [{ operator: 'dm', operand: 'nobody@x' }]],
    ['#narrow/group-pm-with/11', [{ operator: 'dm-including', operand: [11] }]],
    ['#narrow/sender/bo@acme.test', [{ operator: 'sender', operand: 11 }]],
    ['#narrow/sender/11-Bo', [{ operator: 'sender', operand: 11 }]],
    ['#narrow/from/nobody.40x', [{ operator: 'sender', operand: 'nobody@x' }]],
    ['#narrow/is/private', [{ operator: 'is', operand: 'dm' }]],
    [
      '#narrow/streams/public/search/a.20b',
      [
        { operator: 'channels', operand: 'public' },
        { operator: 'search', operand: 'a b' },
      ],
    ],
    ['#narrow/search/a%20b', [{ operator: 'search', operand: 'a b' }]],
  ] as [string, Narrow][])('are understood in their other forms: %s', (hash, narrow) => {
    expect(parseNarrow(hash, book)).toEqual({ narrow })
  })

  it('give undefined if they are invalid', () => {
    for (const hash of [
      '#inbox',
      '#narrow/color/red',
      '#narrow/stream',
      '#narrow/topic/.E0',
      '#narrow/constructor/5',
      '',
    ]) {
      expect(parseNarrow(hash, book)).toBeUndefined()
    }
    expect(parseNarrow('#narrow/stream/5old/topic/x/near/12', book)).toEqual({
      narrow: topicOf(5, 'x'),
      near: 12,
    })
    expect(parseRoute('#narrow/color/red', book)).toEqual({ view: 'inbox' })
  })

  it.each(viewNames)('lead to the view %s by its name and by its route', (name) => {
    const route = routeOfView(name)
    expect(parseRoute(`#${name}`, book)).toEqual(route)
    expect(parseRoute(formatRoute(route, book), book)).toEqual(route)
  })

  it.each(homeViews)('lead to the start page %s, which is the view %s', (homeView, name) => {
    for (const hash of ['', `#${homeView}`]) {
      expect(parseRoute(hash, book, homeView)).toEqual(routeOfView(name))
    }
  })

  it('lead to recent conversations by its old name', () => {
    expect(parseRoute('#recent_topics', book)).toEqual({ view: 'recent' })
  })

  it('lead to a message in the combined feed', () => {
    const near = { view: 'narrow', narrow: [], near: 9 } as const
    expect(parseRoute(formatRoute(near, book), book)).toEqual(near)
  })
})
