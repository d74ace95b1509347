import { sql } from 'kysely'
import { emojiCodeToNames } from '../../src/server/text/markdown/emoji'
import { elementAt, firstOf, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'
import { uploadedBy } from '../support/uploads'

const server = useTestServer()

let alice: Person
let streamId: number
let id: number

beforeAll(async () => {
  alice = await server.user('alice')
  streamId = (await server.stream('kitchen', { subscribers: [alice] })).id
  id = await alice.send('kitchen', 'dinner', 'ready')
})

it('A user has 20 reactions to a message at most', async () => {
  const names = Object.values(emojiCodeToNames).map(([name]) => present(name, 'name'))
  const react = (emoji_name: string) => alice.post(`/messages/${id}/reactions`, { emoji_name })
  for (const name of names.slice(0, 20)) expectSuccess(await react(name))
  expectError(await react(elementAt(names, 20)), 400, { msg: 'Too many reactions (limit: 20)' })
  expectError(await react(firstOf(names)), 400, { code: 'REACTION_ALREADY_EXISTS' })
  expectSuccess(await alice.delete(`/messages/${id}/reactions`, { emoji_name: firstOf(names) }))
  expectSuccess(await react(elementAt(names, 20)))
})

it('A user sets the visibility of at most 2000 topics', async () => {
  await sql`
    insert into user_topics (realm_id, user_id, stream_id, topic_key, topic, visibility_policy,
      updated_at)
    select realm_id, id, ${streamId}, 'topic ' || topic, 'topic ' || topic, 1, now()
    from users, generate_series(1, 1999) as topic where id = ${alice.id}`.execute(server.db)
  const choose = (topic: string, visibility_policy: number) =>
    alice.post('/user_topics', { stream_id: streamId, topic, visibility_policy })
  expectSuccess(await choose('the last', 1))
  const msg = 'Too many muted, unmuted and followed topics (limit: 2000)'
  expectError(await choose('one more', 1), 400, { code: 'BAD_REQUEST', msg })
  expectSuccess(await choose('the last', 3))
  expectSuccess(await choose('the last', 0))
  expectSuccess(await choose('one more', 1))
})

it('A list of topics has the newest 10,000 topics of a stream', async () => {
  await sql`
    insert into messages (realm_id, sender_id, stream_id, topic, content, rendered_content, client,
      sent_at)
    select realm_id, sender_id, stream_id, 'number ' || n, '', '', client, sent_at
    from messages, generate_series(1, 10020) as n where id = ${id}
    order by n`.execute(server.db)
  const { topics } = await alice.call('GET /users/me/{stream_id}/topics', { stream_id: streamId })
  expect(topics).toHaveLength(10_000)
  expect(topics[0]).toMatchObject({ name: 'number 10020' })
})

it('A listed file has the last 100 messages that link to it', async () => {
  const link = await alice.send('kitchen', 'files', `[file](${await uploadedBy(alice)})`)
  await sql`
    insert into message_uploads (realm_id, message_id, upload_id)
    select link.realm_id, m.id, link.upload_id from message_uploads link,
      (select id from messages where id < ${link} order by id desc limit 130) m
    where link.message_id = ${link}`.execute(server.db)
  const { attachments } = await alice.call('GET /attachments')
  const ids = firstOf(attachments).messages.map((message) => message.id)
  expect(ids).toHaveLength(100)
  expect(ids.at(-1)).toBe(link)
  expect(ids).toEqual([...ids].sort((a, b) => a - b))
})
