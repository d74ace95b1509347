import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { writeArchive } from '../../src/server/moving/exports/archive'
import { readArchive } from '../support/archives'
import type { ReadArchive, Row } from '../support/archives'
import { asNumber, asRecords, asText, elementAt, firstOf, present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { picture } from '../support/pictures'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

const server = useOwnServer()

/** Rows of the database, in the spelling of the archive. */
async function rowsOf(query: ReturnType<typeof sql>): Promise<Row[]> {
  return asRecords((await query.execute(server.db)).rows)
}

async function exported(): Promise<ReadArchive> {
  const { id } = await server.db
    .selectFrom('realms')
    .select('id')
    .where('string_id', '=', '')
    .executeTakeFirstOrThrow()
  const file = path.join(tmpdir(), `${randomUUID()}.tar.gz`)
  try {
    await writeArchive(server.ctx, id, { kind: 'whole', file })
    return await readArchive(file)
  } finally {
    await rm(file, { force: true })
  }
}

const pick = (rows: readonly Row[], ...columns: string[]) =>
  rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))

describe('an export of everything', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  let archive: ReadArchive
  const sent: Record<string, number> = {}
  let link: string

  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    const lunch = await server.stream('lunch', { subscribers: [alice, bob] })
    await server.stream('board', { subscribers: [bob, carol], inviteOnly: true })
    link = await uploadedBy(alice, 'my file.txt', Buffer.from('the bytes'), 'text/plain')
    await uploadedBy(bob, 'unlinked.txt', Buffer.from('others'), 'text/plain')
    const face = await picture()
    expectSuccess(await alice.upload('/users/me/avatar', face, 'me.png'))
    expectSuccess(await server.owner.upload('/realm/emoji/party', face, 'party.png'))
    const filter = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.test/{id}' }
    expectSuccess(await server.owner.post('/realm/filters', filter))
    expectSuccess(await alice.post('/users/me/alert_words', { alert_words: ['pizza'] }))
    expectSuccess(await alice.post(`/users/me/muted_users/${carol.id}`))
    const follow = { stream_id: lunch.id, topic: 'Dinner', visibility_policy: 3 }
    expectSuccess(await bob.post('/user_topics', follow))
    expectSuccess(await alice.post('/users/me/status', { status_text: 'out' }))
    const group = { name: 'cooks', description: 'They cook', members: [alice.id, bob.id] }
    expectSuccess(await server.owner.post('/user_groups/create', group))
    expectSuccess(await alice.patch('/settings', { enter_sends: false }))

    sent['first'] = await alice.send('lunch', 'Lunch', `[f](${link}) @**Bob**`)
    sent['second'] = await bob.send('lunch', 'Lunch', 'pizza @**all**')
    sent['private'] = await bob.send('board', 't', 'hush')
    sent['pair'] = await alice.sendPrivately([bob.id], 'psst')
    sent['self'] = await alice.sendPrivately([alice.id], 'note')
    sent['group'] = await carol.sendPrivately([alice.id, bob.id], 'you two')
    sent['poll'] = await alice.send('lunch', 'Lunch', '/poll What?\npizza\npasta')
    const change = { topic: 'Dinner', content: `[f](${link}) edited` }
    expectSuccess(await alice.patch(`/messages/${sent['first']}`, change))
    expectSuccess(await bob.post(`/messages/${sent['first']}/reactions`, { emoji_name: 'party' }))
    const star = { messages: [sent['second']], op: 'add', flag: 'starred' }
    expectSuccess(await alice.post('/messages/flags', star))
    const read = { messages: [sent['second']], op: 'add', flag: 'read' }
    expectSuccess(await alice.post('/messages/flags', read))
    // Bob left the stream, and keeps the messages that he received.
    expectSuccess(await bob.delete('/users/me/subscriptions', { subscriptions: ['lunch'] }))
    await carol.send('board', 't', 'later')
    expectSuccess(await alice.post('/users/me/presence', { status: 'active' }))
    archive = await exported()
  })

  const table = (name: string): Row[] => archive.tables[`zerver_${name}`] ?? []
  const message = (name: string) =>
    present(archive.messages.find((row) => row['id'] === sent[name]))
  const recipient = (id: unknown) => table('recipient').find((row) => row['id'] === id)
  const masksOf = (name: string) =>
    Object.fromEntries(
      archive.usermessages
        .filter((row) => row['message'] === sent[name])
        .map((row) => [row['user_profile'], row['flags_mask']]),
    )

  it('has the presence of people', () => {
    expect(pick(table('userpresence'), 'user_profile', 'last_active_time')).toEqual([
      { user_profile: alice.id, last_active_time: expect.any(Number) },
    ])
  })

  it('has every message as it is, by ascending id', async () => {
    const stored = await rowsOf(sql`
      select id, realm_id as realm, sender_id as sender, topic as subject, content,
        rendered_content, extract(epoch from sent_at)::float as date_sent,
        extract(epoch from last_edited_at)::float as last_edit_time,
        has_attachment, has_image, has_link, stream_id is not null as is_channel_message
      from messages order by id`)
    expect(pick(archive.messages, ...Object.keys(firstOf(stored)))).toEqual(stored)
    expect(archive.names[0]).toBe('messages-000001.json')
  })

  it('has the locations of messages', () => {
    const streamId = (name: string) =>
      present(table('stream').find((row) => row['name'] === name))['id']
    const placeOf = (name: string) => recipient(message(name)['recipient'])
    expect(placeOf('second')).toMatchObject({ type: 2, type_id: streamId('lunch') })
    expect(placeOf('private')).toMatchObject({ type: 2, type_id: streamId('board') })
    expect(placeOf('pair')).toMatchObject({ type: 1, type_id: bob.id })
    expect(placeOf('self')).toMatchObject({ type: 1, type_id: alice.id })
    const huddle = firstOf(table('huddle'))
    expect(placeOf('group')).toMatchObject({ type: 3, type_id: huddle['id'] })
    const members = table('subscription').filter((row) => row['recipient'] === huddle['recipient'])
    expect(members.map((row) => row['user_profile'])).toEqual([alice.id, bob.id, carol.id])
  })

  it('has the flags of messages for every user', () => {
    expect(masksOf('first')).toEqual({ [alice.id]: 0, [bob.id]: 1 })
    // Marked as read on leaving; mentions everybody.
    expect(masksOf('second')[bob.id]).toBe(1 + 16)
    // Read and starred; mentions everybody, and has an alert word.
    expect(masksOf('second')[alice.id]).toBe(1 + 2 + 16 + 512)
    expect(masksOf('pair')).toEqual({ [alice.id]: 2048, [bob.id]: 2048 })
    expect(masksOf('self')).toEqual({ [alice.id]: 2048 })
    expect(Object.keys(masksOf('group'))).toHaveLength(3)
    expect(masksOf('private')).toEqual({ [bob.id]: 0, [carol.id]: 0 })
  })

  it('has the edits of messages as text, newest first', () => {
    const history = asRecords(JSON.parse(asText(message('first')['edit_history'])))
    expect(history).toEqual([
      {
        user_id: alice.id,
        timestamp: expect.any(Number),
        prev_content: `[f](${link}) @**Bob**`,
        prev_rendered_content: expect.any(String),
        prev_rendered_content_version: 1,
        prev_topic: 'Lunch',
        topic: 'Dinner',
      },
    ])
    expect(message('second')['edit_history']).toBeNull()
  })

  it('has all accounts, without their secrets', async () => {
    const stored = await rowsOf(sql`
      select id, realm_id as realm, email, full_name, role, is_bot, bot_type,
        bot_owner_id as bot_owner, deactivated_at is null as is_active,
        extract(epoch from date_joined)::float as date_joined, recipient_id as recipient, timezone
      from users where not is_system_bot order by id`)
    expect(pick(table('userprofile'), ...Object.keys(firstOf(stored)))).toEqual(stored)
    expect(table('userprofile').find((row) => row['id'] === alice.id)).toMatchObject({
      enter_sends: false,
      avatar_source: 'U',
    })
    expect(table('userprofile_crossrealm').map((row) => row['email'])).toEqual([
      'notification-bot@zulip.com',
      'welcome-bot@zulip.com',
      'emailgateway@zulip.com',
    ])
    const everything = [...archive.files.values()].join()
    for (const secret of [alice.apiKey, server.owner.apiKey, 'password_hash']) {
      expect(everything).not.toContain(secret)
    }
  })

  it('has streams, their subscribers, and the periods of former ones', async () => {
    const stored = await rowsOf(sql`
      select id, name, description, rendered_description, invite_only,
        history_public_to_subscribers, message_retention_days, recipient_id as recipient,
        creator_id as creator, deactivated_at is not null as deactivated
      from streams order by id`)
    expect(pick(table('stream'), ...Object.keys(firstOf(stored)))).toEqual(stored)
    const ties = await rowsOf(sql`
      select tie.user_id as user_profile, streams.recipient_id as recipient, active, color, is_muted,
        pin_to_top
      from subscriptions tie join streams on streams.id = tie.stream_id order by 1, 2`)
    const ofStreams = table('subscription').filter(
      (row) => recipient(row['recipient'])?.['type'] === 2,
    )
    const sorted = pick(ofStreams, ...Object.keys(firstOf(ties))).sort(
      (a, b) =>
        asNumber(a['user_profile']) - asNumber(b['user_profile']) ||
        asNumber(a['recipient']) - asNumber(b['recipient']),
    )
    expect(sorted).toEqual(ties)
    const lunch = present(stored.find((row) => row['name'] === 'lunch'))
    const ofBob = table('realmauditlog').filter(
      (row) => row['modified_user'] === bob.id && row['modified_stream'] === lunch['id'],
    )
    expect(ofBob.map((row) => row['event_type'])).toEqual([301, 303])
    expect(elementAt(ofBob, 1)['event_last_message_id']).toBeGreaterThanOrEqual(
      present(sent['poll'], 'poll'),
    )
  })

  it('has reactions, polls, words, mutes, topics, statuses, emoji and linkifiers', async () => {
    const emoji = firstOf(table('realmemoji'))
    expect(emoji).toMatchObject({ name: 'party', author: server.owner.id, deactivated: false })
    expect(table('reaction')).toMatchObject([
      {
        message: sent['first'],
        user_profile: bob.id,
        emoji_name: 'party',
        emoji_code: String(emoji['id']),
        reaction_type: 'realm_emoji',
      },
    ])
    const said = await rowsOf(sql`
      select id, message_id as message, sender_id as sender, content from submessages order by id`)
    expect(pick(table('submessage'), 'id', 'message', 'sender', 'content')).toEqual(said)
    expect(table('alertword')).toMatchObject([{ user_profile: alice.id, word: 'pizza' }])
    expect(table('muteduser')).toMatchObject([{ user_profile: alice.id, muted_user: carol.id }])
    expect(table('usertopic')).toMatchObject([
      { user_profile: bob.id, topic_name: 'Dinner', visibility_policy: 3 },
    ])
    expect(table('userstatus')).toMatchObject([{ user_profile: alice.id, status_text: 'out' }])
    expect(table('realmfilter')).toMatchObject([
      { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.test/{id}' },
    ])
  })

  it('has groups, also the nameless ones of permissions', () => {
    const named = present(table('namedusergroup').find((row) => row['name'] === 'cooks'))
    expect(named).toMatchObject({ description: 'They cook', is_system_group: false })
    const membersOf = (id: unknown) =>
      table('usergroupmembership')
        .filter((row) => row['user_group'] === id)
        .map((row) => row['user_profile'])
    expect(membersOf(named['usergroup_ptr'])).toEqual([alice.id, bob.id])
    const known = new Set(table('usergroup').map((row) => row['id']))
    for (const stream of table('stream')) {
      for (const [name, value] of Object.entries(stream)) {
        if (name.startsWith('can_')) expect(known).toContain(value)
      }
    }
    const lunch = present(table('stream').find((row) => row['name'] === 'lunch'))
    expect(membersOf(lunch['can_administer_channel_group'])).toEqual([alice.id])
  })

  it('has the files with their records', async () => {
    const stored = await rowsOf(sql`
      select id, owner_id as owner, file_name, content_type, bytes as size from uploads order by id`)
    expect(pick(archive.attachments, ...Object.keys(firstOf(stored)))).toEqual(stored)
    const attachment = firstOf(archive.attachments)
    expect(attachment).toMatchObject({ messages: [sent['first']], is_realm_public: true })
    expect(`/user_uploads/${String(attachment['path_id'])}`).toBe(link)
    const record = firstOf(archive.records('uploads'))
    expect(record).toMatchObject({
      path: attachment['path_id'],
      user_profile_id: alice.id,
    })
    expect(archive.files.get(`uploads/${String(record['path'])}`)).toBe('the bytes')
    for (const kind of ['avatars', 'emoji']) {
      const [only, ...others] = archive.records(kind)
      expect(others).toEqual([])
      expect(archive.names).toContain(`${kind}/${String(present(only, 'only')['path'])}`)
    }
    expect(archive.records('avatars')).toMatchObject([{ user_profile_id: alice.id }])
    expect(archive.records('realm_icons')).toEqual([])
  })

  it('parts many messages into files', async () => {
    const { realm_id, sender_id } = await server.db
      .selectFrom('messages')
      .select(['realm_id', 'sender_id'])
      .where('id', '=', present(sent['first'], 'first'))
      .executeTakeFirstOrThrow()
    const stream = await server.stream('many', { subscribers: [alice] })
    await sql`
      insert into messages (realm_id, sender_id, stream_id, topic, content, rendered_content,
        client, sent_at)
      select ${realm_id}, ${sender_id}, ${stream.id}, 't', 'x' || n, 'x', 'test', now()
      from generate_series(1, 2300) n`.execute(server.db)
    const large = await exported()
    const count = await rowsOf(sql`select count(*) as count from messages`)
    expect(large.messages).toHaveLength(Number(firstOf(count)['count']))
    const ids = large.messages.map((row) => asNumber(row['id']))
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    expect(large.names.filter((name) => name.startsWith('messages-')).length).toBeGreaterThan(2)
  })
})
