import { asRecord, firstOf } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { call } from '../support/person'
import type { Person } from '../support/person'
import type { TestServer, TestStream } from '../support/test-server'

/** A small organization with one object of each kind. */
export interface Organization {
  owner: Person
  /** Owner of the observing clients. */
  ann: Person
  bob: Person
  cid: Person
  dora: Person
  guest: Person
  /** Deactivated, after writing to Ann. */
  gone: Person
  /** Bob's bot. */
  bot: Person
  /** Subscribers: Ann, Bob, Cid and the guest. */
  design: TestStream
  /** Private, with Ann and Bob. */
  board: TestStream
  /** Muted by Ann. */
  noise: TestStream
  /** Public, without Ann. */
  lobby: TestStream
  /** Private, without Ann: Bob and the owner. */
  vault: TestStream
  /** Ids by special property; all unread ones are named accordingly. */
  messages: Record<
    | 'read'
    | 'unread'
    | 'mention'
    | 'edited'
    | 'moved'
    | 'own'
    | 'direct'
    | 'group'
    | 'note'
    | 'fromGone'
    | 'muted'
    | 'elsewhere',
    number
  >
  /** The id of the custom emoji `party`. */
  partyEmoji: string
}

/** The smallest picture. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export async function foundOrganization(server: TestServer): Promise<Organization> {
  const people = await hire(server)
  const streams = await openStreams(server, people)
  // Before the first message with the word.
  expectSuccess(await people.ann.post('/users/me/alert_words', { alert_words: ['outage'] }))
  // Marks the server's welcome messages as read.
  expectSuccess(await people.ann.post('/mark_all_as_read'))
  const messages = await talk(people)
  const partyEmoji = await addEmoji(people.bob)
  await react(people, messages, partyEmoji)
  await settle(people, streams, messages)
  // Last, because a deactivated user can do nothing more.
  expectSuccess(await server.owner.delete(`/users/${people.gone.id}`))
  return { ...people, ...streams, messages, partyEmoji }
}

type People = Pick<
  Organization,
  'owner' | 'ann' | 'bob' | 'cid' | 'dora' | 'guest' | 'gone' | 'bot'
>
type Streams = Pick<Organization, 'design' | 'board' | 'noise' | 'lobby' | 'vault'>
type Messages = Organization['messages']

async function hire(server: TestServer): Promise<People> {
  const [ann, bob, cid, gone] = await server.users('ann', 'bob', 'cid', 'gone')
  const dora = await server.user('dora', 'administrator')
  const guest = await server.user('gus', 'guest')
  const bot = await server.bot(bob, 'robo')
  return { owner: server.owner, ann, bob, cid, dora, guest, gone, bot }
}

async function openStreams(server: TestServer, people: People): Promise<Streams> {
  const { owner, ann, bob, cid, guest } = people
  const design = await server.stream('design', {
    subscribers: [ann, bob, cid, guest],
    description: 'How it *looks*',
  })
  const board = await server.stream('board', { subscribers: [bob, ann], inviteOnly: true })
  const noise = await server.stream('noise', { subscribers: [ann, bob] })
  const lobby = await server.stream('lobby', { subscribers: [bob] })
  const vault = await server.stream('vault', { subscribers: [bob, owner], inviteOnly: true })
  const attic = await server.stream('attic', { subscribers: [ann] })
  expectSuccess(await server.owner.delete(`/streams/${attic.id}`))
  return { design, board, noise, lobby, vault }
}

async function talk({ ann, bob, cid, gone, bot }: People): Promise<Messages> {
  await bot.send('design', 'builds', 'Build **7** is green :tada:')
  const messages = {
    read: await bob.send('design', 'logo', 'A first `sketch`.'),
    edited: await bob.send('design', 'logo', 'A secnd one.'),
    moved: await bob.send('design', 'logo', 'And now for fonts.'),
    own: await ann.send('design', 'logo', 'I like them.'),
    mention: await cid.send('design', 'logo', '@**Ann** and @**Bob**: which one?'),
    unread: await cid.send('design', 'logo', 'There was an outage, by the way.'),
    direct: await bob.sendPrivately([ann.id], 'Just to you.'),
    group: await cid.sendPrivately([ann.id, bob.id], 'To both of you.'),
    note: await ann.sendPrivately([ann.id], 'Buy milk.'),
    fromGone: await gone.sendPrivately([ann.id], 'Good bye.'),
    muted: await bob.send('noise', 'buzz', 'Bzzz.'),
    elsewhere: await bob.send('lobby', 'greetings', 'Is anybody here?'),
  }
  await bob.send('board', 'plans', 'A secret.')
  const { edited, moved } = messages
  expectSuccess(await bob.patch(`/messages/${edited}`, { content: 'A second one.' }))
  const move = { topic: 'fonts', send_notification_to_new_thread: false }
  expectSuccess(await bob.patch(`/messages/${moved}`, move))
  return messages
}

async function addEmoji(author: Person): Promise<string> {
  expectSuccess(
    await call(author, 'post', '/realm/emoji/party')
      .auth(author.email, author.apiKey)
      .attach('filename', png, 'party.png'),
  )
  const emoji = asRecord(expectSuccess(await author.get('/realm/emoji'))['emoji'])
  return firstOf(Object.keys(emoji))
}

async function react(
  { ann, bob, cid }: People,
  { read }: Messages,
  partyEmoji: string,
): Promise<void> {
  const path = `/messages/${read}/reactions`
  const party = { emoji_name: 'party', emoji_code: partyEmoji, reaction_type: 'realm_emoji' }
  expectSuccess(await cid.post(path, { emoji_name: 'tada' }))
  expectSuccess(await ann.post(path, { emoji_name: 'tada', emoji_code: '1f389' }))
  expectSuccess(await bob.post(path, party))
}

/** Sets everybody's profile and status, and Ann's preferences. */
async function settle(people: People, streams: Streams, messages: Messages): Promise<void> {
  const { ann, bob, dora } = people
  const mark = (flag: string, ids: number[]) =>
    ann.post('/messages/flags', { messages: ids, op: 'add', flag })
  const { read, edited, moved, own, note } = messages
  expectSuccess(await mark('read', [read, edited, moved, own, note]))
  expectSuccess(await mark('starred', [messages.read, messages.direct]))
  const muted = { stream_id: streams.noise.id, property: 'is_muted', value: true }
  expectSuccess(
    await ann.post('/users/me/subscriptions/properties', { subscription_data: [muted] }),
  )
  const topic = (name: string, policy: number) => ({
    stream_id: streams.design.id,
    topic: name,
    visibility_policy: policy,
  })
  expectSuccess(await ann.post('/user_topics', topic('builds', 1)))
  expectSuccess(await ann.post('/user_topics', topic('logo', 3)))
  expectSuccess(await ann.post(`/users/me/muted_users/${dora.id}`))
  const lunch = { status_text: 'lunch', emoji_name: 'pizza', emoji_code: '1f355' }
  expectSuccess(await bob.post('/users/me/status', { ...lunch, reaction_type: 'unicode_emoji' }))
  for (const person of [ann, bob]) {
    expectSuccess(await person.post('/users/me/presence', { status: 'active' }))
  }
}
