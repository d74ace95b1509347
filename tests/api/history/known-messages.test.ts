import { sql } from 'kysely'
import { listMessageBodies } from '../../../src/server/data/history/bodies'
import { listPageOfIds } from '../../../src/server/data/history/pages'
import { firstOf } from '../../support/checked'
import { expectSuccess } from '../../support/expectations'
import { readPage } from '../../support/history'
import type { ReadMessage } from '../../support/history'
import type { Person } from '../../support/person'
import { useTestServer } from '../../support/test-server'

const server = useTestServer()

let alice: Person
let bob: Person
let streams = 0
/** A message of alice's to a stream of its own, and bob's view of it, which the server remembers. */
let id: number
let streamId: number
let name: string

beforeAll(async () => {
  ;[alice, bob] = await server.users('alice', 'bob')
})

beforeEach(async () => {
  name = `stream ${++streams}`
  streamId = (await server.stream(name, { subscribers: [alice, bob] })).id
  id = await alice.send(name, 'ticket-1', 'as it *was*')
  for (let round = 0; round < 2; round += 1) {
    expect(await seen()).toMatchObject([{ id, content: '<p>as it <em>was</em></p>' }])
    expect(await seen({ apply_markdown: false })).toMatchObject([{ id, content: 'as it *was*' }])
  }
})

/** The message as bob reads it. */
async function seen(args = {}): Promise<ReadMessage[]> {
  const { messages } = await readPage(bob, {
    message_ids: [id],
    apply_markdown: true,
    ...args,
  })
  return messages
}

describe('a message that was read before', () => {
  it('shows another content at once, in both forms, and the earlier one', async () => {
    expectSuccess(await alice.patch(`/messages/${id}`, { content: 'as it **is**' }))
    expect(await seen()).toMatchObject([
      {
        content: '<p>as it <strong>is</strong></p>',
        edit_history: [{ prev_content: 'as it *was*' }],
        last_edit_timestamp: expect.any(Number),
      },
    ])
    expect(await seen({ apply_markdown: false })).toMatchObject([{ content: 'as it **is**' }])
  })

  it('shows its history at once when readers may see it, and hides it when they may not', async () => {
    expectSuccess(await alice.patch(`/messages/${id}`, { content: 'new' }))
    expect((await seen())[0]).toHaveProperty('edit_history')
    expectSuccess(await server.owner.patch('/realm', { allow_edit_history: false }))
    expect((await seen())[0]).not.toHaveProperty('edit_history')
    expectSuccess(await server.owner.patch('/realm', { allow_edit_history: true }))
    expect((await seen())[0]).toHaveProperty('edit_history')
  })

  it('shows another topic and another name of the stream at once', async () => {
    expectSuccess(await alice.patch(`/messages/${id}`, { topic: 'moved' }))
    expectSuccess(await server.owner.patch(`/streams/${streamId}`, { new_name: `new ${name}` }))
    expect(await seen()).toMatchObject([{ subject: 'moved', display_recipient: `new ${name}` }])
  })

  it('shows no content once the reader has lost access', async () => {
    const secret = await server.stream(`secret ${name}`, {
      inviteOnly: true,
      subscribers: [server.owner],
    })
    const move = { stream_id: secret.id, propagate_mode: 'change_one' }
    expectSuccess(await server.owner.patch(`/messages/${id}`, move))
    expect(await seen()).toEqual([])
  })

  it('is gone once it is deleted', async () => {
    expectSuccess(await server.owner.delete(`/messages/${id}`))
    expect(await seen()).toEqual([])
  })

  it('shows other names of its sender, of people who reacted and of participants at once', async () => {
    const reaction = { emoji_name: 'octopus' }
    expectSuccess(await alice.post(`/messages/${id}/reactions`, reaction))
    const pair = await alice.sendPrivately([bob.id], 'hi')
    expect(await seen()).toMatchObject([{ reactions: [{ user: { full_name: 'Alice' } }] }])

    expectSuccess(await alice.patch('/settings', { full_name: `Alice ${streams}` }))
    const full_name = `Alice ${streams}`
    expect(await seen({ message_ids: [id, pair] })).toMatchObject([
      { sender_full_name: full_name, reactions: [{ user: { full_name } }] },
      { sender_full_name: full_name, display_recipient: [{ full_name }, {}] },
    ])
    expectSuccess(await alice.delete(`/messages/${id}/reactions`, reaction))
    expect(await seen()).toMatchObject([{ reactions: [] }])
    expectSuccess(await alice.patch('/settings', { full_name: 'Alice' }))
  })

  it('shows the links of its topic at once', async () => {
    expect(await seen()).toMatchObject([{ topic_links: [] }])
    const linkifier = { pattern: 'ticket-(?P<id>[0-9]+)', url_template: 'https://t.test/{id}' }
    const { id: linkifierId } = await server.owner.call('POST /realm/filters', linkifier)
    expect(await seen()).toMatchObject([{ topic_links: [{ url: 'https://t.test/1' }] }])
    expectSuccess(await server.owner.delete(`/realm/filters/${linkifierId}`))
    expect(await seen()).toMatchObject([{ topic_links: [], subject_links: [] }])
  })

  it('shows flags of its reader alone', async () => {
    const change = { messages: [id], op: 'add' }
    for (const flag of ['read', 'starred']) {
      expectSuccess(await bob.post('/messages/flags', { ...change, flag }))
    }
    expect(await seen()).toMatchObject([{ flags: ['read', 'starred'] }])
    const { messages } = await readPage(alice, { message_ids: [id] })
    expect(messages).not.toMatchObject([{ flags: expect.arrayContaining(['starred']) }])
  })

  it('shows a change made in the database by hand at once', async () => {
    await sql`update messages set rendered_content = '<p>by hand</p>' where id = ${id}`.execute(
      server.db,
    )
    expect(await seen()).toMatchObject([{ content: '<p>by hand</p>' }])
  })
})

it('Messages that are changed after they were found are not read', async () => {
  const db = server.db
  const user = firstOf(await db.selectFrom('users').selectAll().where('id', '=', bob.id).execute())
  const heads = await listPageOfIds(db, user, { base: 'readable', terms: [] }, [id])
  const read = async () =>
    (await listMessageBodies(db, user.realm_id, heads, { asHtml: true })).rows
  expect(await read()).toMatchObject([{ id }])
  await sql`update messages set content = 'a secret' where id = ${id}`.execute(db)
  expect(await read()).toEqual([])
})
