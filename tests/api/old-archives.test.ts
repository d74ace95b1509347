import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { pack } from 'tar-stream'
import { recognizeFormat } from '../../src/server/moving/import/formats'
import { openZulipArchive } from '../../src/server/moving/import/zulip/open'
import { PeopleMap } from '../../src/server/moving/import/job/people-map'
import { importArchive } from '../../src/server/moving/import/run'
import { asNumber, asRecords, elementAt, firstOf } from '../support/checked'
import { writeOldArchive } from '../support/old-archive'
import { useOwnServer } from '../support/own-server'

const server = useOwnServer()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'old-archive-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function imported(archive: string, into: string, people = PeopleMap.empty) {
  const reader = await openZulipArchive(archive)
  try {
    return await importArchive(server.ctx, reader, {
      into,
      people,
      isDryRun: false,
      resumes: false,
    })
  } finally {
    await reader.close()
  }
}

async function rowsOf(query: ReturnType<typeof sql>) {
  return asRecords((await query.execute(server.db)).rows)
}

describe('an archive of Zulip 4', () => {
  let realmId: number
  let reasons: string[]

  beforeAll(async () => {
    const archive = path.join(folder, 'four')
    await writeOldArchive(archive)
    expect(await recognizeFormat(archive)).toBe('zulip')
    const people = PeopleMap.parse('who,address\nBad*Name,known@old.test\n')
    const { report } = await imported(archive, 'four', people)
    reasons = report.remarks().map(({ reason }) => reason)
    const row = firstOf(await rowsOf(sql`select id from realms where string_id = 'four'`))
    realmId = asNumber(row['id'])
  })

  it('reports skipped records, and imports the rest', () => {
    expect([...reasons].sort()).toEqual([
      'Attachment without its file',
      'Name that was changed',
      'Person whom no list of the archive has: a placeholder',
      'Person whose address has an account here',
      'Playground: Invalid URL template.',
      'Profile field: Malformed URL pattern.',
      'Profile value: Page is not a URL',
      'Reaction to an unknown message',
      'Reaction with an unknown emoji',
      'Subscription without a recipient or user',
    ])
  })

  it('has its people, with settings and permissions in today’s form', async () => {
    const people = await rowsOf(sql`
      select coalesce(delivery_email, email) as email, full_name, role, deactivated_at is null as is_active, settings, timezone
      from users where realm_id = ${realmId} and not is_system_bot order by id`)
    expect(people).toMatchObject([
      {
        email: 'olga@old.test',
        role: 100,
        is_active: true,
        settings: { web_home_view: 'all_messages' },
      },
      { email: 'ivan@old.test', settings: { enter_sends: false }, timezone: 'Europe/Berlin' },
      { email: 'known@old.test', full_name: 'BadName' },
      { email: 'robot-bot@old.test' },
      { email: 'ghost@old.test', is_active: false },
      { full_name: 'Unknown user 99', is_active: false },
    ])
    const [realm] = await rowsOf(sql`select name, settings, deactivated_at, waiting_period_days,
      (select name from streams where id = notifications_stream_id) as announcements from realms where id = ${realmId}`)
    expect(realm).toMatchObject({
      name: 'Old Place',
      deactivated_at: null,
      waiting_period_days: 3,
      announcements: 'secret',
      settings: {
        can_create_public_channel_group: 2,
        can_create_private_channel_group: 2,
        can_invite_users_group: 3,
        can_mention_many_users_group: 2,
        allow_message_editing: false,
      },
    })
  })

  it('has its messages, with links to later ones and the flags of its version', async () => {
    const messages = await rowsOf(sql`
      select m.id, content, topic, (select name from streams s where s.id = m.stream_id) as stream,
        (select full_name from users u where u.id = m.sender_id) as sender, rendered_content
      from messages m where realm_id = ${realmId} order by id`)
    expect(messages.map(({ stream, topic, sender }) => [stream, topic, sender])).toEqual([
      ['news', 'First', 'Olga'],
      ['secret', '', 'Ivan'],
      [null, '', 'Notification Bot'],
      [null, '', 'Ivan'],
      ['news', 'First', 'Unknown user 99'],
      ['past', 'old', 'Ghost'],
      ['secret', 'First', 'Olga'],
    ])
    const target = asNumber(elementAt(messages, 3)['id'])
    expect(firstOf(messages)['content']).toMatch(
      new RegExp(`^T12 see #narrow/stream/\\d+-news/topic/First/near/${target}$`),
    )
    expect(firstOf(messages)['rendered_content']).toContain('https://bugs.test/12')
    expect(elementAt(messages, 1)['rendered_content']).toContain('user-mention')
    const flags = await rowsOf(sql`
      select (select full_name from users u where u.id = f.user_id) as user, message_id, starred, mentioned,
        topic_wildcard_mentioned from message_flags f where realm_id = ${realmId} order by message_id, 1`)
    expect(flags).toEqual([
      {
        user: 'Olga',
        message_id: firstOf(messages)['id'],
        starred: true,
        mentioned: false,
        topic_wildcard_mentioned: false,
      },
      {
        user: 'Olga',
        message_id: elementAt(messages, 1)['id'],
        starred: false,
        mentioned: true,
        topic_wildcard_mentioned: false,
      },
    ])
    const unread = await rowsOf(sql`
      select (select full_name from users u where u.id = t.user_id) as user, m.id from subscriptions t
      join messages m on m.realm_id = t.realm_id and m.stream_id = t.stream_id and not t.read @> m.id
      where t.realm_id = ${realmId} order by 1, 2`)
    expect(unread).toEqual([
      { user: 'Ivan', id: firstOf(messages)['id'] },
      { user: 'Olga', id: elementAt(messages, 1)['id'] },
    ])
    const [edit] = await rowsOf(
      sql`select prev_content, prev_topic, topic from message_edits where realm_id = ${realmId}`,
    )
    expect(edit).toEqual({ prev_content: 'befor', prev_topic: 'Frist', topic: 'First' })
  })

  it('tells the places of people at each time', async () => {
    const ties = await rowsOf(sql`
      select (select full_name from users u where u.id = t.user_id) as user,
        (select name from streams s where s.id = t.stream_id) as stream, active, is_muted,
        (select count(*)::int from messages m join subscription_periods p on p.realm_id = m.realm_id
          and p.stream_id = m.stream_id and m.id > p.from_message_id
          and m.id <= coalesce(p.to_message_id, m.id)
          where m.realm_id = t.realm_id and p.user_id = t.user_id and p.stream_id = t.stream_id) as received
      from subscriptions t where realm_id = ${realmId} order by 1, 2`)
    expect(ties).toEqual([
      { user: 'Ivan', stream: 'news', active: true, is_muted: true, received: 2 },
      { user: 'Ivan', stream: 'secret', active: false, is_muted: false, received: 1 },
      { user: 'Olga', stream: 'news', active: true, is_muted: false, received: 2 },
      { user: 'Olga', stream: 'secret', active: true, is_muted: false, received: 2 },
    ])
    const [archived] =
      await rowsOf(sql`select deactivated_at is not null as gone, invite_only from streams
      where realm_id = ${realmId} and name = 'past'`)
    expect(archived).toEqual({ gone: true, invite_only: true })
  })
})

describe('a damaged or hostile archive', () => {
  const tarOf = async (
    name: string,
    entries: { name: string; type?: 'symlink'; linkname?: string; body?: string }[],
  ): Promise<string> => {
    const file = path.join(folder, name)
    const archive = pack()
    for (const { body = '', ...header } of entries)
      archive.entry({ ...header, size: undefined } as never, body)
    archive.finalize()
    await pipeline(archive, createGzip(), createWriteStream(file))
    return file
  }
  // Other processes of the run import as well; this one deletes what an earlier file of tests left.
  const leftovers = async () =>
    (await readdir(tmpdir())).filter(
      (name) => name.startsWith('parley-import-') && name.includes(`.${process.pid}.`),
    )

  it.each([
    ['a path that leads out', { name: '../../outside.json', body: '{}' }, 'leads out'],
    ['an absolute path', { name: '/tmp/outside.json', body: '{}' }, 'leads out'],
    [
      'a link',
      { name: 'x/realm.json', type: 'symlink', linkname: '/etc/passwd' },
      'a link or device',
    ],
  ] as const)('is refused with %s', async (_what, entry, message) => {
    const file = await tarOf('hostile.tar.gz', [entry])
    const before = await leftovers()
    await expect(openZulipArchive(file)).rejects.toThrow(message)
    expect(before).toEqual(expect.arrayContaining(await leftovers()))
  })

  it('is refused if it is truncated, incomplete or no archive', async () => {
    const whole = await tarOf('whole.tar.gz', [
      { name: 'x/realm.json', body: JSON.stringify({ filler: 'y'.repeat(100_000) }) },
    ])
    const cut = path.join(folder, 'cut.tar.gz')
    await pipeline(createReadStream(whole, { end: 150 }), createWriteStream(cut))
    await expect(openZulipArchive(cut)).rejects.toThrow('not a whole .tar.gz')
    await expect(openZulipArchive(whole)).rejects.toThrow('no organization')
    const gap = path.join(folder, 'gap')
    await writeOldArchive(gap)
    await rename(path.join(gap, 'messages-000001.json'), path.join(gap, 'messages-000002.json'))
    await expect(openZulipArchive(gap)).rejects.toThrow('messages-000001.json is missing')
    await writeFile(path.join(gap, 'messages-000001.json.partial'), '')
    await expect(openZulipArchive(gap)).rejects.toThrow('broke off')
    await writeFile(path.join(folder, 'plain.txt'), 'hello')
    await expect(recognizeFormat(path.join(folder, 'plain.txt'))).rejects.toThrow('--from')
  })

  it('reads no file through a link, and skips rows that are no JSON', async () => {
    const odd = path.join(folder, 'odd')
    await writeOldArchive(odd)
    await rm(path.join(odd, 'attachment.json'))
    await symlink('/etc/passwd', path.join(odd, 'attachment.json'))
    const broken =
      '{"zerver_message": [{"id": 600, "sender": 10, "recipient": 200, "subject": "s", "content": "kept", "date_sent": 1.5},' +
      ' {"id": 601, bad}, 7, null, "text"], "zerver_usermessage": [{"id": }]}'
    await writeFile(path.join(odd, 'messages-000002.json'), broken)
    const { report } = await imported(odd, 'odd')
    expect(report.kinds()['message']).toMatchObject({ read: 8, written: 8 })
    expect(report.kinds()['file']).toBeUndefined()
    const bad = report.remarks().find(({ reason }) => reason === 'Row that is not a JSON object')
    expect(bad?.examples).toContain('messages-000002.json zerver_message:2')
    await writeFile(path.join(odd, 'messages-000003.json'), '{"zerver_message": [{"id": 7')
    await expect(imported(odd, 'odd')).rejects.toThrow('ends too early')
  })
})
