import { conversationEntry, topicEntry } from '../../../src/web/data/switcher/entries'
import { matchedName, matchQuality, readQuery } from '../../../src/web/data/switcher/match'
import { rankEntries, rankRecent } from '../../../src/web/data/switcher/rank'
import type { ReaderFacts, SwitcherEntry } from '../../../src/web/data/switcher/rank'
import type { User } from '../../../src/web/data/records/state'
import { nextStreams } from '../../../src/web/data/switcher/streams-to-ask'
import { firstOf } from '../../support/checked'
import { partOf } from '../../support/stand-ins'

const quality = (text: string, name: string, place?: string) =>
  matchQuality(matchedName(name, place), readQuery(text))

describe('The match of a name in the switcher', () => {
  it.each([
    ['lukasz', 'Łukasz Żak', undefined],
    ['zak luk', 'Łukasz Żak', undefined],
    ['pg mig', 'migration', 'PostgreSQL'],
    ['postgresql > mig', 'migration', 'PostgreSQL'],
    ['gc', 'guiding camera', 'instruments'],
    ['web-app', 'web app', 'ops'],
    ['京', '東京', undefined],
    ['🎉', '🎉 party', undefined],
  ])('finds “%s” in %s', (text, name, place) => {
    expect(quality(text, name, place)).toBeDefined()
  })

  it.each([
    ['mig pgx', 'migration', 'PostgreSQL'],
    // A single Latin letter begins a word.
    ['g', 'migration', undefined],
    // The name of a stream means the stream.
    ['postgresql', 'migration', 'PostgreSQL'],
    ['ops > mig', 'migration', 'PostgreSQL'],
    ['post > x', 'postx', undefined],
  ])('does not find “%s” in %s', (text, name, place) => {
    expect(quality(text, name, place)).toBeUndefined()
  })

  it('is better at the beginning of a word than inside of it, and there than for scattered letters', () => {
    const found = ['camera', 'cam', 'mera', 'cmr'].map((text) => quality(text, 'camera'))
    expect(found).toEqual([0, 1, 2, 3])
  })

  it('lists the topics of a stream after its name and a blank or `>`', () => {
    expect(quality('ops ', 'web app', 'ops')).toBeDefined()
    expect(quality('ops >', 'web app', 'ops')).toBeDefined()
    expect(quality('op ', 'web app', 'ops')).toBeUndefined()
  })
})

const topic = (name: string, newestId: number, stream = 'ops') =>
  topicEntry({ kind: 'topic', streamId: 1, topic: name }, newestId, stream)
const stream = (name: string): SwitcherEntry => ({
  ...{ key: `stream:${name}`, name, newestId: 0, matched: matchedName(name) },
  destination: { kind: 'stream', streamId: 2 },
})
const view: SwitcherEntry = {
  ...{ key: 'view:inbox', name: 'Inbox', newestId: 0, matched: matchedName('Inbox') },
  destination: { kind: 'view', route: { view: 'inbox' } },
}

interface Facts {
  unread?: string[]
  muted?: string[]
  current?: string
}

const facts = ({ unread = [], muted = [], current = '' }: Facts = {}): ReaderFacts => ({
  unread: (key) => (unread.some((name) => key.endsWith(`:${name}`)) ? 1 : 0),
  isMuted: ({ name }) => muted.includes(name),
  currentKey: current,
})
const ranked = (entries: readonly SwitcherEntry[], text: string, given?: Facts) =>
  rankEntries(entries, text, facts(given)).map(({ entry }) => entry.name)

describe('The order of the switcher', () => {
  it('has unread conversations first, then recent ones', () => {
    const entries = [topic('deploy old', 1), topic('deploy new', 9), topic('deploy unread', 2)]
    expect(ranked(entries, 'deploy', { unread: ['deploy unread'] })).toEqual([
      ...['deploy unread', 'deploy new', 'deploy old'],
    ])
  })

  it('has beginnings of words before their middle, and muted entries last', () => {
    const entries = [topic('redeploy', 9), topic('deploys', 1), topic('deploy noise', 10)]
    expect(ranked(entries, 'deploy', { muted: ['deploy noise'] })).toEqual([
      ...['deploys', 'redeploy', 'deploy noise'],
    ])
  })

  it('has the entry of that whole name first, even if it is muted', () => {
    const entries = [topic('lunch plans', 9), stream('lunch')]
    expect(ranked(entries, 'lunch', { unread: ['lunch plans'], muted: ['lunch'] })).toEqual([
      ...['lunch', 'lunch plans'],
    ])
  })

  it('has a person before a more recent group conversation with them', () => {
    const entries = [[1, 2], [1]].map((userIds) => {
      const user = (id: number) => partOf<User>({ full_name: id === 1 ? 'Ada' : 'Bo' })
      const store = { user, stream: () => undefined }
      return conversationEntry({ kind: 'private', userIds }, userIds.length, store)
    })
    expect(ranked(entries, 'ad')).toEqual(['Ada', 'Ada, Bo'])
  })

  it('has a view before conversations', () => {
    expect(ranked([topic('inbound mail', 9), view], 'inb')).toEqual(['Inbox', 'inbound mail'])
  })

  it('offers unread and recent conversations without a text, but no muted one and not the current one', () => {
    const entries = ['old', 'new', 'unread', 'muted', 'here'].map((name, id) => topic(name, id))
    const given = facts({ unread: ['unread', 'old'], muted: ['muted'], current: 'topic:1:here' })
    expect(rankRecent(entries, given).map(({ name }) => name)).toEqual(['unread', 'old', 'new'])
  })

  it('is bounded', () => {
    const entries = Array.from({ length: 5000 }, (_, id) => topic(`topic ${id}`, id))
    expect(ranked(entries, 'topic')).toHaveLength(30)
  })
})

describe('The streams whose topics are asked for', () => {
  const subscriptions = Array.from({ length: 60 }, (_, id) => ({
    ...{ stream_id: id, name: `stream ${id}`, is_muted: id === 3, pin_to_top: id === 50 },
  }))
  const asking = { subscriptions, recent: [7, 3], asked: [], hasEnough: false }

  it('are the named ones, then recent, pinned and others, at most six at once', () => {
    const named = [
      ...subscriptions,
      { ...firstOf(subscriptions), stream_id: 99, name: 'PostgreSQL' },
    ]
    expect(nextStreams('post mig', { ...asking, subscriptions: named })).toEqual([
      ...[99, 7, 50, 0, 1, 2],
    ])
    expect(nextStreams('post > ', { ...asking, subscriptions: named, hasEnough: true })).toEqual([
      99,
    ])
  })

  it('are 36 at most, and each is asked once', () => {
    const asked: number[] = []
    for (let step = 0; step < 10; step += 1) {
      asked.push(...nextStreams('migration', { ...asking, asked }))
    }
    expect(new Set(asked).size).toBe(36)
    expect(asked).toHaveLength(36)
  })
})
