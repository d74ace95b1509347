import { compareWithProfile } from '../against-profile'
import type { ComparedLoad } from '../against-profile'
import type { Bench } from '../bench'
import type { RequestTemplate } from '../load/protocol'
import { hostOf } from '../realms'
import { get, post } from '../request-templates'
import type { Scenario } from '../scenario'
import { authorizationOf } from '../seed'
import { commonWord, rareWord, seedHistory, seedTopicToMark, unreadAgain } from '../seed-history'
import type { TopicToMark } from '../seed-history'
import { usersFrom } from '../users'

const historyRealm = 'history'
const users = 8_000
const senderCount = 1_000
const streamCount = 200
/** Number of different requests of a kind, sent in turn. */
const variety = 50

/** Reading and marking in an organization with a long past, against GET /users/me. */
export const history: Scenario = {
  name: 'history',
  summary: 'an organization with a long past; "yardstick" is GET /users/me at the same worker',
  async run(bench) {
    const messages = bench.options.quick ? 50_000 : 1_000_000
    await bench.workers(1)
    await bench.createRealm(historyRealm)
    await bench.seed.usersOf(historyRealm, users)
    bench.say(`seeding ${messages} messages`)
    await seedHistory(bench.seed.client, {
      realm: historyRealm,
      messages,
      streams: streamCount,
      topicsPerStream: 20,
      senders: senderCount,
      unread: messages / 50,
    })
    // Before the topic to mark is seeded, which the reader has not subscribed to: its messages would be the
    // newest.
    const reading = await compareWithProfile(bench, readingLoads(messages))
    const marks = await seedTopicToMark(bench.seed.client, {
      realm: historyRealm,
      messages: 1_000,
      from: senderCount,
      to: users - 1,
    })
    const markers = usersFrom(senderCount, users - senderCount).map((user) =>
      authorizationOf(user, historyRealm),
    )
    const others = await compareWithProfile(bench, [
      ...markingLoads(bench, marks, markers),
      ...presenceLoads(markers),
    ])
    return [...reading, ...others]
  },
}

function readingLoads(messages: number): ComparedLoad[] {
  const reading = (name: string, most: number | undefined, argumentsOf: ArgumentsOf) => ({
    name,
    host: hostOf(historyRealm),
    accounts: [authorizationOf(0, historyRealm)],
    requests: Array.from({ length: variety }, (_, index) => read(argumentsOf(index))),
    ...(most === undefined ? {} : { atMost: most }),
  })
  const stream = (index: number) => ['stream', `stream-${(index * 7) % streamCount}`]
  return [
    reading('newest of all', 10, () => ({})),
    reading('middle of all', 10, (index) => ({
      anchor: Math.round((messages / variety) * (index + 0.5)),
      num_before: 50,
      num_after: 50,
    })),
    reading('first unread of all', undefined, () => ({
      anchor: 'first_unread',
      num_before: 50,
      num_after: 50,
    })),
    reading('a stream', 6, (index) => ({ narrow: [stream(index)] })),
    reading('a topic', 6, (index) => ({
      narrow: [stream(index), ['topic', `topic ${index % 20}`]],
    })),
    reading('a private conversation', 6, (index) => ({
      narrow: [['dm', `bench-${1 + (index % 100)}@bench.invalid`]],
    })),
    reading('search, a word of most messages', 60, () => ({ narrow: [['search', commonWord]] })),
    reading('search, a word of few messages', 60, () => ({ narrow: [['search', rareWord]] })),
  ]
}

type ArgumentsOf = (index: number) => Readonly<Record<string, unknown>>

function read(args: Readonly<Record<string, unknown>>): RequestTemplate {
  return get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, ...args })
}

/** Each request comes from another user, with the whole topic unread. */
function markingLoads(bench: Bench, marks: TopicToMark, accounts: string[]): ComparedLoad[] {
  const common = {
    host: hostOf(historyRealm),
    accounts,
    prepare: () => unreadAgain(bench.seed.client, marks),
  }
  const topic = { stream_id: marks.streamId, topic_name: marks.topic }
  const flags = { messages: marks.messageIds, op: 'add', flag: 'read' }
  return [
    {
      ...common,
      name: 'a topic of 1,000 messages is read',
      atMost: 4,
      requests: [post('/mark_topic_as_read', topic)],
    },
    { ...common, name: 'flags of 1,000 messages', requests: [post('/messages/flags', flags)] },
  ]
}

function presenceLoads(accounts: string[]): ComparedLoad[] {
  const ping = { status: 'active', new_user_input: true, slim_presence: true }
  const common = { host: hostOf(historyRealm), accounts }
  const path = '/users/me/presence'
  return [
    {
      ...common,
      name: 'presence',
      requests: [post(path, { ...ping, ping_only: true })],
      atMost: 2,
    },
    // A client without any presence data; later requests ask only for changes.
    {
      ...common,
      name: 'presence, with everybody',
      requests: [post(path, { ...ping, last_update_id: -1 })],
    },
    {
      ...common,
      name: 'presences of the realm, by id',
      requests: [get('/realm/presence', { slim_presence: true })],
      atMostMs: 2,
    },
    {
      ...common,
      name: 'presences of the realm, by email',
      requests: [get('/realm/presence', {})],
      atMostMs: 2,
    },
  ]
}
