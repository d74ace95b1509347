import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { writeArchive } from '../../src/server/moving/exports/archive'
import { openZulipArchive } from '../../src/server/moving/import/zulip/open'
import { PeopleMap } from '../../src/server/moving/import/job/people-map'
import { importArchive } from '../../src/server/moving/import/run'
import type { ImportRecord, StreamRecord } from '../../src/server/moving/import/records'
import type { Imported } from '../../src/server/moving/import/run'
import { readMaskedUsers } from '../../src/server/data/exports/messages'
import { listMessagesToJudge } from '../../src/server/data/notifications/concerns'
import {
  asNumber,
  asRecords,
  asText,
  elementAt,
  firstOf,
  namesIn,
  present,
} from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { picture } from '../support/pictures'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

const server = useOwnServer()

async function exported(realmId: number): Promise<string> {
  const file = path.join(tmpdir(), `${randomUUID()}.tar.gz`)
  await writeArchive(server.ctx, realmId, { kind: 'whole', file })
  return file
}

async function imported(
  archive: string,
  into: string,
  further: { isDryRun?: boolean; resumes?: boolean } = {},
): Promise<Imported> {
  const reader = await openZulipArchive(archive)
  const options = { people: PeopleMap.empty, isDryRun: false, resumes: false, ...further }
  try {
    return await importArchive(server.ctx, reader, { into, ...options })
  } finally {
    await reader.close()
  }
}

const realmNamed = async (name: string): Promise<number> =>
  (
    await server.db
      .selectFrom('realms')
      .select('id')
      .where('string_id', '=', name)
      .executeTakeFirstOrThrow()
  ).id

type Rows = Record<string, unknown>[]

/** Ids and random keys differ between two organizations, and the newest message of a linked topic may come later. */
const alike = (text: string) =>
  text
    .replace(/[0-9a-f]{32}/g, 'KEY')
    .replace(/\/with\/\d+/g, '')
    .replace(/\d+/g, 'N')

/** All that people see of an organization, with names in place of ids. */
async function portrait(realmId: number) {
  const rows = async (query: ReturnType<typeof sql>) =>
    asRecords((await query.execute(server.db)).rows)
  const user = (id: string) =>
    sql.raw(`(select coalesce(delivery_email, email) from users u
    where u.realm_id = ${realmId} and u.id = ${id})`)
  const stream = (id: string) =>
    sql.raw(`(select name from streams s where s.realm_id = ${realmId} and s.id = ${id})`)
  const messages = (await rows(sql`
    select id, ${user('m.sender_id')} as sender, ${stream('m.stream_id')} as stream, topic, content,
      rendered_content, client, sent_at, last_edited_at, mentions_everybody, has_link, has_image,
      has_attachment, is_widget, search_vector::text,
      (select array_agg(${user('dm.user_id')} order by ${user('dm.user_id')}) from dm_group_members dm
        where dm.realm_id = m.realm_id and dm.dm_group_id = m.dm_group_id) as members
    from messages m where realm_id = ${realmId} order by id`)) as ({ id: number } & Rows[number])[]
  const numbers = new Map(messages.map(({ id }, index) => [id, index]))
  const names = new Map(
    (
      await rows(sql`select id, coalesce(delivery_email, email) as email from users
      where realm_id = ${realmId}`)
    ).map((row) => [row['id'], row['email']]),
  )
  const numbered = (all: Rows) =>
    all.map(({ message_id, ...row }) => ({ message: numbers.get(asNumber(message_id)), ...row }))
  const masks = await readMaskedUsers(server.db, realmId, { kind: 'whole' }, [...numbers.keys()])
  return {
    messages: messages.map(({ id: _id, ...row }) => ({
      ...row,
      content: alike(asText(row['content'])),
      rendered_content: alike(asText(row['rendered_content'])),
      // The parts of a new key of a file are other words.
      search_vector:
        row['has_attachment'] === true
          ? 'of a file'
          : alike(asText(row['search_vector'])).split(' ').length,
    })),
    flags: masks
      .flatMap(({ message_id, mask, user_ids }) =>
        user_ids.map((id) => `${numbers.get(message_id)} ${String(names.get(id))} ${mask}`),
      )
      .sort(),
    reactions: numbered(
      await rows(sql`select message_id, ${user('user_id')} as by, emoji_name, reaction_type
        from reactions where realm_id = ${realmId} order by message_id, id`),
    ),
    edits: numbered(
      (
        await rows(sql`select message_id, ${user('editor_id')} as by, date_trunc('second', edited_at) as at,
          prev_content, prev_topic, topic from message_edits where realm_id = ${realmId}
          order by message_id, id`)
      ).map((row) => ({
        ...row,
        prev_content: alike(asText(row['prev_content'] ?? '')),
      })),
    ),
    submessages: numbered(
      await rows(sql`select message_id, ${user('sender_id')} as by, content from submessages
        where realm_id = ${realmId} order by message_id, id`),
    ),
    users: await rows(sql`
      select coalesce(delivery_email, email) as email, delivery_email is null as is_shown, full_name, role, is_bot, bot_type, ${user('bot_owner_id')} as owner,
        deactivated_at is null as is_active, date_joined, timezone, settings, translate_emoticons,
        avatar_key is not null as has_avatar, 
        jsonb_array_length(muter_ids) as muters
      from users where realm_id = ${realmId} and not is_system_bot order by 1`),
    streams: await rows(sql`
      select name, description, invite_only, history_public_to_subscribers, is_default,
        deactivated_at is null as is_live, ${user('creator_id')} as creator, created_at, is_announcement_only
      from streams where realm_id = ${realmId} order by name`),
    subscriptions: await rows(sql`
      select ${user('user_id')} as user, ${stream('stream_id')} as stream, active, color, is_muted, pin_to_top
      from subscriptions where realm_id = ${realmId} order by 1, 2`),
    groups: await rows(sql`
      select name, description, (
        select array_agg(${user('t.user_id')} order by ${user('t.user_id')}) from user_group_members t
        where t.realm_id = g.realm_id and t.group_id = g.id) as members
      from user_groups g where realm_id = ${realmId} order by name`),
    uploads: await rows(sql`
      select file_name, content_type, bytes, ${user('owner_id')} as owner,
        (select count(*)::int from message_uploads l where l.realm_id = uploads.realm_id
          and l.upload_id = uploads.id) as links
      from uploads where realm_id = ${realmId} order by 1`),
    emoji:
      await rows(sql`select name, ${user('author_id')} as author, deactivated_at is null as is_live
      from realm_emoji where realm_id = ${realmId} order by id`),
    topics:
      await rows(sql`select ${user('user_id')} as user, ${stream('stream_id')} as stream, topic,
      visibility_policy from user_topics where realm_id = ${realmId} order by 1, 2, 3`),
    words: await rows(sql`select ${user('user_id')} as user, word from alert_words
      where realm_id = ${realmId} order by 1, 2`),
    statuses:
      await rows(sql`select ${user('user_id')} as user, status_text, emoji_name from user_statuses
      where realm_id = ${realmId} order by 1`),
    fields: await rows(
      sql`select name, hint, field_type from profile_fields where realm_id = ${realmId}`,
    ),
    values: await rows(sql`select email, jsonb_path_query(profile_data, '$.*') as value from users
        where realm_id = ${realmId} order by 1`),
    pictures: await rows(sql`
      select pictures -> 'icon' -> 'version' as icon, pictures -> 'logo' as logo from realms where id = ${realmId}`),
    scheduled: (
      await rows(sql`
        select ${user('user_id')} as user, ${stream('stream_id')} as stream, topic, content, rendered_content,
          client, read_by_sender, note, due_at, failed_at is not null as has_failed,
          (select content from messages m where m.realm_id = ${realmId} and m.id = reminder_of) as reminds,
          (select array_agg(${user('r.id')} order by ${user('r.id')}) from unnest(recipient_ids) r (id)) as recipients
        from scheduled_messages where realm_id = ${realmId} order by content, note, 12`)
    ).map((row) => ({
      ...row,
      content: alike(asText(row['content'])),
      rendered_content: alike(asText(row['rendered_content'])),
      reminds: alike(asText(row['reminds'] ?? '')),
    })),
    drafts: await rows(sql`
      select ${user('user_id')} as user, type, topic, content, edited_at,
        (select array_agg(name order by name) from unnest(recipient_ids) r (id)
          cross join lateral (select coalesce(
            case type when 'stream' then ${stream('r.id')} else ${user('r.id')} end, '') as name) named
        ) as recipients
      from drafts where realm_id = ${realmId} order by content`),
    linkifiers: await rows(sql`select pattern, url_template from realm_linkifiers
      where realm_id = ${realmId} order by position`),
    folders: await rows(sql`
      select channel_folders.name, channel_folders.description, archived_at is not null as archived, streams.name as stream
      from channel_folders left join streams on streams.realm_id = channel_folders.realm_id and folder_id = channel_folders.id
      where channel_folders.realm_id = ${realmId} order by channel_folders.position`),
    snippets:
      await rows(sql`select title, content, saved_snippets.created_at, full_name from saved_snippets
      join users on users.realm_id = saved_snippets.realm_id and users.id = user_id
      where saved_snippets.realm_id = ${realmId} order by saved_snippets.id`),
  }
}

/** Texts for later: to a stream, to people with and without a conversation, a reminder, and drafts. */
async function planLater(
  person: Person,
  { lunch, others, first }: { lunch: number; others: number[]; first: number },
): Promise<void> {
  const at = Math.floor(Date.now() / 1000) + 86_400
  const place = { type: 'channel', to: lunch, topic: 'Lunch', scheduled_delivery_timestamp: at }
  expectSuccess(await person.post('/scheduled_messages', { ...place, content: 'soup at *noon*' }))
  for (const to of [[others[0]], others, [person.id, server.owner.id, ...others]]) {
    const direct = { type: 'direct', to, content: 'soon', scheduled_delivery_timestamp: at }
    expectSuccess(await person.post('/scheduled_messages', direct))
  }
  const reminder = { message_id: first, scheduled_delivery_timestamp: at, note: 'eat' }
  expectSuccess(await person.post('/reminders', reminder))
  const drafts = [
    { type: 'stream', to: [lunch], topic: 'Lunch', content: 'half a th', timestamp: at },
    { type: 'private', to: others, topic: '', content: 'half b', timestamp: at },
    { type: '', to: [], topic: '', content: 'nowhere', timestamp: at },
  ]
  expectSuccess(await person.post('/drafts', { drafts }))
}

/** All rows of the tables of an organization, as one text each. */
async function everyRow(realmId: number): Promise<Record<string, string[]>> {
  const tables = [
    ...[
      'messages',
      'message_flags',
      'reactions',
      'subscriptions',
      'subscription_periods',
      'users',
      'streams',
    ],
    ...[
      'uploads',
      'message_uploads',
      'user_groups',
      'user_group_members',
      'realm_emoji',
      'import_keys',
    ],
    ...[
      'dm_groups',
      'dm_group_members',
      'user_topics',
      'realms',
      'profile_fields',
      'imports',
      'message_edits',
    ],
    ...['channel_folders', 'saved_snippets'],
  ]
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const column = sql.ref(table === 'realms' ? 'id' : 'realm_id')
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(table)} t where ${column} = ${realmId} order by 1`.execute(
      server.db,
    )
    all[table] = rows.map(({ row }) => row)
  }
  return all
}

describe('an organization that moves from archive to archive', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  const archives: string[] = []
  let original: number

  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    await server.user('gustav', 'guest')
    const lunch = await server.stream('lunch', { subscribers: [alice, bob] })
    await server.stream('board', { subscribers: [bob, carol], inviteOnly: true })
    const old = await server.stream('old times', { subscribers: [alice] })
    const link = await uploadedBy(alice, 'my file.txt', Buffer.from('the bytes'), 'text/plain')
    const face = await picture()
    const shown = await uploadedBy(bob, 'face.png', face, 'image/png')
    expectSuccess(await alice.upload('/users/me/avatar', face, 'me.png'))
    expectSuccess(await server.owner.upload('/realm/emoji/party', face, 'party.png'))
    expectSuccess(await server.owner.upload('/realm/icon', face, 'icon.png'))
    const filter = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.test/{id}' }
    expectSuccess(await server.owner.post('/realm/filters', filter))
    expectSuccess(await alice.post('/users/me/alert_words', { alert_words: ['pizza'] }))
    expectSuccess(await alice.post(`/users/me/muted_users/${carol.id}`))
    const follow = { stream_id: lunch.id, topic: 'Dinner', visibility_policy: 3 }
    expectSuccess(await bob.post('/user_topics', follow))
    expectSuccess(await alice.post('/users/me/status', { status_text: 'out', emoji_name: 'car' }))
    const group = { name: 'cooks', description: 'They cook', members: [alice.id, bob.id] }
    expectSuccess(await server.owner.post('/user_groups/create', group))
    expectSuccess(
      await alice.patch('/settings', { enter_sends: false, email_address_visibility: 3 }),
    )
    const { id: fieldId } = expectSuccess(
      await server.owner.post('/realm/profile_fields', {
        name: 'Dish',
        hint: 'fav',
        field_type: 1,
      }),
    )
    expectSuccess(
      await bob.patch('/users/me/profile_data', { data: [{ id: fieldId, value: '*soup*' }] }),
    )
    const snippet = { title: 'Recipe', content: 'First, **wash** it' }
    expectSuccess(await alice.post('/saved_snippets', snippet))
    const folder = { name: 'Food', description: '*All* of it' }
    const { channel_folder_id } = expectSuccess(
      await server.owner.post('/channel_folders/create', folder),
    )
    expectSuccess(
      await server.owner.patch(`/streams/${lunch.id}`, { folder_id: channel_folder_id }),
    )
    const bot = await server.bot(bob, 'helper')

    const first = await alice.send('lunch', 'Lunch', `[f](${link}) @**Bob** see ${shown}`)
    const second = await bob.send('lunch', 'Lunch', 'pizza @**all** #12')
    await bob.send(
      'lunch',
      'Lunch',
      `back to [it](#narrow/channel/${lunch.id}-lunch/topic/Lunch/near/${first})`,
    )
    await bob.send(
      'lunch',
      'Lunch',
      `#**lunch>Lunch@${first}** and @**Carol|${carol.id}** @*cooks*`,
    )
    await bot.send('lunch', 'Lunch', '上海东边 beep')
    await bob.send('board', 't', 'hush @**Carol**')
    await alice.sendPrivately([bob.id], 'psst')
    await alice.sendPrivately([alice.id], 'note')
    await carol.sendPrivately([alice.id, bob.id], 'you two')
    const poll = await alice.send('lunch', 'Lunch', '/poll What?\npizza\npasta')
    const vote = {
      message_id: poll,
      msg_type: 'widget',
      content: '{"type":"vote","key":"canned,0","vote":1}',
    }
    expectSuccess(await bob.post('/submessage', vote))
    await alice.send('old times', 'gone', 'long ago')
    expectSuccess(await server.owner.delete(`/streams/${old.id}`))
    // Texts cannot know later messages when they are written, so an edit adds the link.
    const later = await carol.sendPrivately([bob.id], 'later')
    const change = {
      topic: 'Dinner',
      content: `[f](${link}) ahead: [l](#narrow/dm/1-dm/near/${later})`,
    }
    expectSuccess(await alice.patch(`/messages/${first}`, change))
    expectSuccess(await bob.post(`/messages/${first}/reactions`, { emoji_name: 'party' }))
    expectSuccess(await carol.post(`/messages/${later}/reactions`, { emoji_name: 'tada' }))
    expectSuccess(
      await alice.post('/messages/flags', { messages: [second], op: 'add', flag: 'starred' }),
    )
    expectSuccess(
      await alice.post('/messages/flags', { messages: [second], op: 'add', flag: 'read' }),
    )
    await planLater(alice, { lunch: lunch.id, others: [bob.id, carol.id], first })
    expectSuccess(await bob.delete('/users/me/subscriptions', { subscriptions: ['lunch'] }))
    await carol.send('board', 't', 'unread by bob')
    expectSuccess(await server.owner.delete(`/users/${bob.id}`))
    original = await realmNamed('')
    archives.push(await exported(original))
  })

  afterAll(async () => {
    for (const file of archives) await rm(file, { force: true })
  })

  it('is the same there, without passwords', async () => {
    const { report, madeRealm } = await imported(firstOf(archives), 'copy')
    expect(report.remarks()).toEqual([])
    expect(madeRealm).toBe(true)
    const [before, after] = [await portrait(original), await portrait(await realmNamed('copy'))]
    for (const kind of namesIn(before)) {
      expect({ [kind]: after[kind] }).toEqual({ [kind]: before[kind] })
    }
    const { rows } = await sql`select id from users where realm_id = ${await realmNamed('copy')}
      and (password_hash is not null or is_imported_stub = is_bot or api_key in (select api_key from users where realm_id = ${original}))`.execute(
      server.db,
    )
    expect(rows).toEqual([])
  })

  it('leaves statistics of its people and streams, by which references are checked', async () => {
    const { rows } = await sql`
      select reltuples >= 1 as known from pg_class
      where oid in ('users'::regclass, 'streams'::regclass)`.execute(server.db)
    expect(rows).toEqual([{ known: true }, { known: true }])
  })

  it('stays as it is when the same archive comes again, also with other changes meanwhile', async () => {
    const copy = await realmNamed('copy')
    // Changes that were made here: the archive brings nothing of it back.
    await sql`delete from reactions where realm_id = ${copy} and emoji_name = 'tada'`.execute(
      server.db,
    )
    await sql`delete from user_topics where realm_id = ${copy}`.execute(server.db)
    await sql`update users set full_name = 'Carola' where realm_id = ${copy} and full_name = 'Carol'`.execute(
      server.db,
    )
    const before = await everyRow(copy)
    const { report } = await imported(firstOf(archives), 'copy')
    expect(Object.values(report.kinds()).every(({ written }) => written === 0)).toBe(true)
    expect(await everyRow(copy)).toEqual(before)
  })

  it('gains only the additions of a newer archive, and clients register again', async () => {
    const copy = await realmNamed('copy')
    const before = await everyRow(copy)
    await carol.send('board', 't', 'after the first archive')
    const sent = await alice.sendPrivately([carol.id], 'and this')
    expectSuccess(await carol.post(`/messages/${sent}/reactions`, { emoji_name: 'tada' }))
    archives.push(await exported(original))
    const { report } = await imported(elementAt(archives, 1), 'copy')
    expect(report.kinds()['message']).toMatchObject({ written: 2 })
    expect(report.kinds()['reaction']).toMatchObject({ written: 1 })
    const after = await everyRow(copy)
    for (const table of [
      'users',
      'streams',
      'subscriptions',
      'uploads',
      'realm_emoji',
      'user_groups',
    ]) {
      if (table !== 'subscriptions' && table !== 'streams')
        expect(after[table]).toEqual(before[table])
      expect(after[table]).toHaveLength(present(before[table]).length)
    }
    expect(after['messages']).toHaveLength(present(before['messages'], 'messages').length + 2)
    const { flags } = await portrait(copy)
    const own = (await portrait(original)).flags
    expect(flags).toEqual(own)
  })

  it('comes into an organization with accounts and streams of the same names', async () => {
    const other = await server.realm('other')
    const existing = await other.user('alice')
    const streams = await other.stream('lunch', { subscribers: [existing] })
    const mine = await existing.send('lunch', 'Mine', 'here before')
    const queue = await existing.register()
    const { report, madeRealm } = await imported(firstOf(archives), other.subdomain)
    expect(madeRealm).toBe(false)
    expect(report.remarks().map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        'Person whose address has an account here',
        'Stream with another name here',
      ]),
    )
    const { rows } = await sql<{ id: number; name: string; messages: number }>`
      select id, name, (select count(*)::int from messages where stream_id = s.id) as messages
      from streams s where realm_id = ${other.realmId} and name like 'lunch%' order by name`.execute(
      server.db,
    )
    expect(rows).toMatchObject([{ id: streams.id, name: 'lunch' }, { name: 'lunch (imported)' }])
    // The owner of the archive has no rights of an owner here.
    const { rows: people } = await sql`select role from users
      where realm_id = ${other.realmId} and full_name = 'Owner' order by id`.execute(server.db)
    expect(people).toEqual([{ role: 100 }, { role: 400 }])
    expectError(await existing.get('/events', { ...queue, dont_block: true }), 400, {
      code: 'BAD_EVENT_QUEUE_ID',
    })
    const { rows: waiting } =
      await sql`select from outbox where realm_id = ${other.realmId}`.execute(server.db)
    expect(waiting).toEqual([])
    // The job for mails about missed messages sees only messages that were written here.
    const range = { after: 0, upTo: 1e9, since: new Date(0), most: 1_000 }
    const judged = await listMessagesToJudge(server.db, range)
    const ofOther = judged.filter(({ realm_id }) => realm_id === other.realmId).map(({ id }) => id)
    expect(ofOther).toContain(mine)
    expect(Math.max(...ofOther)).toBe(mine)
  })

  it('is counted as already here by a dry run, each kind of record', async () => {
    const { report } = await imported(firstOf(archives), 'copy', { isDryRun: true })
    const { report: repeated } = await imported(firstOf(archives), 'copy')
    expect(report.kinds()).toEqual(repeated.kinds())
    const kinds = Object.entries(report.kinds())
    expect(kinds.length).toBeGreaterThan(12)
    expect(kinds.filter(([, { read, known }]) => known !== read)).toEqual([])
  })

  it('is only read by a dry run', async () => {
    const { report, realm } = await imported(firstOf(archives), 'nowhere', { isDryRun: true })
    expect(realm).toBeUndefined()
    const { read } = present(report.kinds()['message'], 'message')
    expect(report.kinds()['message']).toEqual({ read, written: read, known: 0 })
    expect(read).toBeGreaterThan(10)
    const { rows } = await sql`select from realms where string_id = 'nowhere'`.execute(server.db)
    expect(rows).toEqual([])
  })

  it('continues after an interruption as if nothing had happened', async () => {
    const whole = await portrait(await realmNamed('copy'))
    const reader = await openZulipArchive(elementAt(archives, 1))
    // Broken off after each of these numbers of batches, one after the other.
    for (const batches of [1, 3, 6, 9]) {
      let count = 0
      const options = { into: 'broken', people: PeopleMap.empty, isDryRun: false, resumes: true }
      const onProgress = () => {
        count += 1
        if (count === batches) throw new Error('killed')
      }
      await expect(importArchive(server.ctx, reader, { ...options, onProgress })).rejects.toThrow(
        'killed',
      )
    }
    await reader.close()
    await expect(imported(elementAt(archives, 1), 'broken')).rejects.toThrow('--resume')
    await imported(elementAt(archives, 1), 'broken', { resumes: true })
    const resumed = await portrait(await realmNamed('broken'))
    expect(resumed.messages).toEqual(whole.messages)
    expect(resumed.flags).toEqual(whole.flags)
    expect(resumed.subscriptions).toEqual(whole.subscriptions)
    const left = await sql`select from imports`.execute(server.db)
    expect(left.rows).toEqual([])
  })

  it('brings no time zone that this machine does not know', async () => {
    const zoneIn = async (realmId: number, timezone?: string) =>
      server.db
        .updateTable('users')
        .set(timezone === undefined ? { full_name: 'Owner' } : { timezone })
        .where('realm_id', '=', realmId)
        .where('full_name', '=', 'Owner')
        .returning('timezone')
        .execute()
    await zoneIn(original, 'Mars/Olympus')
    const archive = await exported(original)
    archives.push(archive)
    await zoneIn(original, '')
    const { report } = await imported(archive, 'zones')
    const reasons = report.remarks().map(({ reason }) => reason)
    expect(reasons).toEqual(['Setting without a valid value: timezone'])
    expect(await zoneIn(await realmNamed('zones'))).toEqual([{ timezone: '' }])
  })
})

/** Source: docs/protocol/import.md#links-to-streams. */
describe('a link to an imported stream', () => {
  it('leads there by its id where its name would lead nowhere or to another stream', async () => {
    const live = await server.realm('linked')
    await live.stream('general')
    const stream = (key: string, name: string, further: Partial<StreamRecord> = {}) => {
      return { kind: 'stream', key, name, isPrivate: false, ...further } as const
    }
    const person = { key: 'a', fullName: 'Ada', email: null, role: 400, isActive: true }
    async function* records(): AsyncGenerator<ImportRecord> {
      yield { kind: 'user', ...person }
      yield stream('OLD', 'general', { isArchived: true })
      yield stream('NEW', 'general')
      yield stream('HID', 'plans', { isPrivate: true })
      yield {
        ...{ kind: 'message', key: 'm', senderKey: 'a', sentAt: new Date(1_700_000_000_000) },
        to: { streamKey: 'NEW', topic: 'links' },
        content:
          '\u0001stream:OLD|x\u0002 \u0001stream:NEW|x\u0002 \u0001stream:HID|x\u0002 [all](\u0001stream:NEW|x\u0002) [see \u0001stream:HID|x\u0002](https://x.test)',
      }
    }
    const options = {
      into: live.subdomain,
      people: PeopleMap.empty,
      isDryRun: false,
      resumes: false,
    }
    await importArchive(server.ctx, { source: 'slack:links', records }, options)
    const { rendered_content: html } = await server.db
      .selectFrom('messages')
      .where('realm_id', '=', live.realmId)
      .where('topic', '=', 'links')
      .select('rendered_content')
      .executeTakeFirstOrThrow()
    const streams = await server.db
      .selectFrom('streams')
      .where('realm_id', '=', live.realmId)
      .select(['id', 'name', 'deactivated_at'])
      .execute()
    const idOf = (name: string, isArchived = false) =>
      streams.find((each) => each.name === name && (each.deactivated_at !== null) === isArchived)
        ?.id
    const linked = [...html.matchAll(/href="[^"]*#narrow\/channel\/(\d+)-/g)].map(([, id]) =>
      Number(id),
    )
    const imported = idOf('general (imported)')
    expect(html).toContain('>see #plans</a>')
    expect(linked).toEqual([idOf('general', true), imported, idOf('plans'), imported])
  })
})
