import { sql } from 'kysely'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { firstOf, maybe, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { readPage } from '../support/history'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

let alice: Person
let id: number

beforeAll(async () => {
  alice = await server.user('alice')
  await server.stream('drafts', { subscribers: [alice] })
})

beforeEach(async () => {
  id = await alice.send('drafts', 'essay', 'the original')
})

/** Inserts earlier edits, each with a previous text of `bytes` bytes. */
async function editBefore(times: number, bytes: number): Promise<void> {
  await sql`
    insert into message_edits (realm_id, message_id, editor_id, edited_at, prev_content,
      prev_rendered_content)
    select realm_id, id, sender_id, sent_at + edit * interval '1 second',
      case edit when 1 then 'the original' else rpad('text ' || edit, ${bytes}, '.') end,
      case edit when 1 then '<p>the original</p>' else rpad('text ' || edit, ${bytes}, '.') end
    from messages, generate_series(1, ${times}) as edit
    where id = ${id}`.execute(server.db)
  await sql`update messages set last_edited_at = sent_at where id = ${id}`.execute(server.db)
}

interface Revision {
  content: string
  topic: string
  prev_content?: string
  prev_topic?: string
}

async function revisions(): Promise<Revision[]> {
  const body = await alice.call('GET /messages/{message_id}/history', { message_id: id })
  return body.message_history
}

async function edit(changes: Arguments): Promise<void> {
  expectSuccess(await alice.patch(`/messages/${id}`, changes))
}

describe('the history of a message with many edits', () => {
  it('keeps 100 edits, and the original text', async () => {
    await editBefore(150, 20)
    await edit({ content: 'new' })
    const history = await revisions()
    expect(history).toHaveLength(101)
    expect(history[0]).toMatchObject({ content: 'the original' })
    expect(history[1]).toMatchObject({ prev_content: 'the original' })
    expect(history.at(-1)).toMatchObject({ content: 'new' })
    await edit({ content: 'newer' })
    expect(await revisions()).toHaveLength(101)
  })

  it('keeps 2 MiB of texts', async () => {
    await editBefore(90, 20_000)
    await edit({ content: 'new' })
    const history = await revisions()
    expect(history.length).toBeGreaterThan(10)
    expect(history.length * 40_000).toBeLessThan(2_300_000)
    expect(history[0]).toMatchObject({ content: 'the original' })
    expect(history.at(-1)).toMatchObject({ content: 'new' })
  })

  it('keeps every earlier topic and stream', async () => {
    await edit({ topic: 'first' })
    await edit({ topic: 'second' })
    await editBefore(110, 20)
    await edit({ topic: 'third' })
    const history = await revisions()
    expect(history.map(({ topic }) => topic)).toEqual([
      'essay',
      ...Array<string>(99).fill('second'),
      'third',
    ])
    expect(history[1]).toMatchObject({ prev_topic: 'essay', prev_content: 'the original' })
  })

  it('shows readers at most the newest 20 edits and 32 KiB of them, but at least one edit', async () => {
    const shown = async () => {
      const { messages } = await readPage(alice, { narrow: [['id', id]] })
      return shapedLike(firstOf(messages)['edit_history'], [{ prev_content: maybe('') }])
    }
    await editBefore(30, 20)
    await edit({ content: 'new' })
    expect(await shown()).toHaveLength(20)
    await editBefore(30, 4_000)
    await edit({ content: 'newer' })
    expect(await shown()).toMatchObject([{ prev_content: 'new' }, {}, {}, {}, {}])
    await editBefore(1, 60_000)
    await editBefore(1, 60_000)
    await sql`update message_edits set prev_rendered_content = rpad('x', 60000, 'x')
      where id in (select max(id) from message_edits)`.execute(server.db)
    expect(await shown()).toHaveLength(1)
  })
})

it('The migration shortens existing histories in the same way', async () => {
  await edit({ topic: 'first' })
  await editBefore(300, 20)
  const file = path.join(__dirname, '../../db/migrations/0024_bounded_edit_histories.sql')
  await sql.raw(await readFile(file, 'utf8')).execute(server.db)
  const history = await revisions()
  expect(history).toHaveLength(101)
  expect(history[0]).toMatchObject({ content: 'the original', topic: 'essay' })
  expect(history[1]).toMatchObject({ topic: 'first' })
})
