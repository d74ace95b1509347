import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { formats, recognizeFormat } from '../../src/server/moving/import/formats'
import { importPermalinks } from '../../src/server/moving/import/mattermost/permalinks'
import { PeopleMap } from '../../src/server/moving/import/job/people-map'
import { importArchive } from '../../src/server/moving/import/run'
import type { Imported, ImportOptions } from '../../src/server/moving/import/run'
import { channelOf, discordExport, guild, snowflake } from '../support/archives/discord-export'
import { mattermostExport, mattermostId } from '../support/archives/mattermost-export'
import { at, sketchOrganization } from '../support/archives/organization'
import type { SketchedOrganization } from '../support/archives/organization'
import { rocketChatExport } from '../support/archives/rocket-chat-export'
import { slackExport } from '../support/archives/slack-export'
import { zipOf } from '../support/archives/zip'
import type { ArchiveFiles } from '../support/archives/zip'
import request from 'supertest'
import { browserOf } from '../support/browser'
import { shapedLike } from '../support/checked'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

interface Case {
  format: string
  write: (organization: SketchedOrganization) => ArchiveFiles
  addresses: {
    /** Addresses of a message in a private channel, of the channel, and of a file there. */
    secret: string
    plans: string[]
    file: string[]
    /** Addresses of a message in a conversation of two, and of the conversation. */
    lunch: string
    conversation?: string
    /** Address of the conversation with Bob. */
    bob?: string
    /** Address of a message that began a thread. */
    thread: string
  }
}

const onDiscord = (channel: string, minutes: number) =>
  `/channels/${guild.id}/${channelOf(channel).id}/${snowflake(at(minutes))}`
const digits = (minutes: number) => `p${at(minutes).getTime() / 1000}000100`
const post = (name: string) => `/crew/pl/${mattermostId(name)}`
const fileId = mattermostId('fileplantxt')

/** Addresses of people by their old addresses, and by their names, since Discord has no addresses. */
function peopleOf(addresses: Readonly<Record<string, string>>): PeopleMap {
  const { people } = sketchOrganization()
  const rows = Object.entries(addresses).flatMap(([name, address]) => {
    const person = people.find((each) => each.name === name)
    return [`${name}@example.org,${address}`, `${person?.fullName ?? name},${address}`]
  })
  return PeopleMap.parse(rows.join('\n'))
}

describe.each<Case>([
  {
    ...{ format: 'slack', write: slackExport },
    addresses: {
      ...{ secret: `/archives/CPLANS/${digits(2)}`, plans: ['/archives/CPLANS'] },
      file: ['/files/UBOB/FPLANTXT/plan.txt'],
      ...{
        lunch: `/archives/DADABOB/${digits(4)}?thread_ts=1.2`,
        conversation: '/archives/DADABOB',
      },
      thread: `/archives/CGENERAL/${digits(1)}`,
    },
  },
  {
    ...{ format: 'mattermost', write: mattermostExport },
    addresses: {
      ...{ secret: post('hush'), plans: ['/crew/channels/plans', '/Crew/channels/Plans'] },
      file: [`/api/v4/files/${fileId}`, `/files/${fileId}/public?h=x`],
      ...{ lunch: post('lunch'), bob: '/crew/messages/@bob', thread: '/_redirect/pl/thread' },
    },
  },
  {
    ...{ format: 'rocket-chat', write: rocketChatExport },
    addresses: {
      ...{ secret: '/group/plans?msg=m2', plans: ['/group/plans', '/channel/room-plans'] },
      file: [
        ...['/file-upload/fileplantxt/plan.txt', '/file-upload/fileplantxt'],
        '/ufs/GridFS:Uploads/fileplantxt/plan.txt',
      ],
      ...{ lunch: '/direct/x?msg=m3', conversation: '/direct/room-ada,bob', bob: '/direct/Bob' },
      thread: '/channel/general/thread/m1',
    },
  },
  {
    ...{ format: 'discord', write: discordExport },
    addresses: {
      secret: onDiscord('plans', 2),
      plans: [`/channels/${guild.id}/${channelOf('plans').id}`],
      file: [],
      lunch: onDiscord('ada,bob', 4),
      thread: onDiscord('general', 1),
    },
  },
])('an export of $format', ({ format, write, addresses }) => {
  const server = useOwnServer()
  const into = `from-${format}`
  let folder: string
  let archive: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-archive-'))
    archive = path.join(folder, 'export.zip')
    await writeFile(archive, zipOf(write(sketchOrganization())))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function imported(further: Partial<ImportOptions> = {}): Promise<Imported> {
    const reader = await formats[await recognizeFormat(archive)].open(archive)
    const usual = { into, people: PeopleMap.empty, isDryRun: false, resumes: false }
    const options = { ...usual, ...further }
    try {
      return await importArchive(server.ctx, reader, options)
    } finally {
      await reader.close()
    }
  }

  async function rowsOf<Row>(table: 'messages' | 'users' | 'streams', columns: string[]) {
    return server.db
      .selectFrom(table)
      .innerJoin('realms', 'realms.id', `${table}.realm_id`)
      .where('realms.string_id', '=', into)
      .select(columns.map((column) => `${table}.${column}` as 'messages.id'))
      .orderBy(`${table}.id`)
      .execute() as unknown as Promise<Row[]>
  }

  it('is recognized and becomes an organization, once', async () => {
    expect(await recognizeFormat(archive)).toBe(format)
    await imported()
    const people = await rowsOf<{ full_name: string }>('users', ['full_name'])
    const names = people.map((person) => person.full_name)
    expect(names).toEqual(expect.arrayContaining(['Ada Lovelace', 'Bob Hopper', 'Gus Guest']))
    const streams = await rowsOf<{ name: string; invite_only: boolean }>('streams', [
      'name',
      'invite_only',
    ])
    expect(streams).toContainEqual({ name: 'general', invite_only: false })
    expect(streams).toContainEqual({ name: 'plans', invite_only: true })
    const messages = await rowsOf<{ content: string; topic: string }>('messages', [
      'content',
      'topic',
    ])
    const contentWith = (text: string) => messages.find(({ content }) => content.includes(text))
    expect(contentWith('Welcome')?.content).toMatch(/^\*\*Welcome\*\* @\*\*Bob Hopper(\|\d+)?\*\*$/)
    // Replies stand in the topic of their thread, and the root links there.
    const replies = ['In #**general**', 'Found it'].map((text) => contentWith(text)?.topic)
    expect(replies).toEqual(['2024-03-01 Where is the plan for March?', replies[0]])
    expect(contentWith('2 replies')?.content).toContain(`[${replies[0] ?? ''}](#narrow/channel/`)
    for (const text of ['Hush', 'Lunch?', 'All three']) expect(contentWith(text)).toBeDefined()

    await imported()
    expect(await rowsOf('messages', ['content', 'topic'])).toEqual(messages)
    expect(await rowsOf('users', ['full_name'])).toEqual(people)
  })

  it('leaves no message of a live organization unread while it runs', async () => {
    const live = await server.realm(`live-${format}`)
    const ada = await live.user('ada')
    const people = peopleOf({ ada: ada.email })
    const unread = async () => {
      const state = await ada.register({ fetch_event_types: ['message', 'update_message_flags'] })
      return shapedLike(state, { unread_msgs: { count: 0 } }).unread_msgs.count
    }
    /** Imports, and breaks off after the messages. */
    const breakOff = async (resumes = false) => {
      const reader = await formats[await recognizeFormat(archive)].open(archive)
      async function* records(remark: Parameters<typeof reader.records>[0]) {
        let further = 0
        let isAfter = false
        for await (const record of reader.records(remark)) {
          isAfter ||= record.kind === 'message'
          if (isAfter && record.kind !== 'message') further++
          if (further > 1) throw new Error('broken off')
          yield record
        }
      }
      const options = { into: live.subdomain, people, isDryRun: false, resumes }
      const run = importArchive(server.ctx, { source: reader.source, records }, options)
      await expect(run).rejects.toThrow('broken off')
      await reader.close()
    }
    // The greeting of a new account.
    const atFirst = await unread()
    await breakOff()
    expect(await unread()).toBe(atFirst)
    await imported({ into: live.subdomain, people, resumes: true })
    const before = await unread()
    await writeFile(archive, zipOf(write(sketchOrganization(20))))
    await breakOff()
    expect(await unread()).toBe(before)
    const { report } = await imported({ into: live.subdomain, people, resumes: true })
    expect(report.kinds()['message']).toMatchObject({ written: 0, known: 28 })
    expect(await unread()).toBe(before)
  })

  it('keeps its old addresses, for readers of their targets', async () => {
    const other = await server.realm(`old-${format}`)
    const [ada, bob, gus, newcomer] = await other.users('ada', 'bob', 'gus', 'newcomer')
    const people = peopleOf({
      ...{ ada: ada.email, bob: bob.email, gus: gus.email, old: newcomer.email },
    })
    const trial = await imported({ into: other.subdomain, people, isDryRun: true })
    const { report } = await imported({ into: other.subdomain, people })
    expect(trial.report.kinds()['address']).toEqual(report.kinds()['address'])
    if (format === 'mattermost') {
      const outcome = await importPermalinks(server.ctx, { id: other.realmId }, postsFile())
      expect(outcome).toEqual({
        ...{ lines: 5, written: 4, known: 0, groups: 1, unknown: 1, examples: [6] },
      })
      const again = await importPermalinks(server.ctx, { id: other.realmId }, postsFile())
      expect(again).toMatchObject({ written: 0, known: 4, groups: 0 })
    }
    const found = (text: string) =>
      server.db
        .selectFrom('messages')
        .where('realm_id', '=', other.realmId)
        .where('content', 'like', `%${text}%`)
        .select('id')
        .executeTakeFirstOrThrow()
    const leadsTo = async (person: Person, address: string) => {
      const response = await person.file(address)
      return response.headers['location'] ?? response.status
    }
    const { secret, plans, file, lunch, conversation, bob: withBob, thread } = addresses
    expect(await leadsTo(ada, secret)).toMatch(
      new RegExp(`^/#narrow/channel/\\d+-plans/topic/.*/near/${(await found('Hush')).id}$`),
    )
    expect(await leadsTo(ada, lunch)).toMatch(
      new RegExp(`^/#narrow/dm/[\\d,]+-dm/near/${(await found('Lunch')).id}$`),
    )
    expect(await leadsTo(gus, thread)).toMatch(
      new RegExp(
        `^/#narrow/channel/\\d+-general[^/]*/topic/.*/near/${(await found('2 replies')).id}$`,
      ),
    )
    for (const address of plans) {
      expect(await leadsTo(ada, address)).toMatch(/^\/#narrow\/channel\/\d+-plans$/)
    }
    for (const address of file) {
      const location = String(await leadsTo(ada, address))
      expect(location).toMatch(/^\/user_uploads\/.*\/plan\.txt$/)
      expect(String((await ada.file(location)).body)).toBe('the plan')
    }
    const both = [ada.id, bob.id].sort((one, another) => one - another).join(',')
    if (conversation) expect(await leadsTo(bob, conversation)).toBe(`/#narrow/dm/${both}-dm`)
    if (withBob) expect(await leadsTo(gus, withBob)).toBe(`/#narrow/dm/${bob.id}-dm`)
    if (format === 'mattermost') {
      const all = [ada.id, bob.id, gus.id].sort((one, another) => one - another).join(',')
      expect(await leadsTo(gus, `/crew/messages/${digest}`)).toBe(`/#narrow/dm/${all}-dm`)
      expect(await leadsTo(newcomer, `/crew/messages/${digest}`)).toBe(404)
    }

    const hidden = [
      secret,
      lunch,
      ...plans,
      ...file,
      ...[conversation].flatMap((each) => each ?? []),
    ]
    for (const person of [gus, newcomer, server.owner]) {
      for (const address of hidden)
        expect([address, await leadsTo(person, address)]).toEqual([address, 404])
    }
    const session = await browserOf(gus)
    const browser = session.as(session.url, {
      ...session.options,
      headers: { Accept: 'text/html' },
    })
    const refused = await browser.get(secret)
    expect([refused.status, refused.type]).toEqual([404, 'text/html'])
    const logIn = (accept: string) => request(other.url).get(secret).set({ Accept: accept })
    expect((await logIn('*/*')).status).toBe(401)
    const toLogin = await logIn('text/html,application/xhtml+xml;q=0.9').redirects(0)
    expect([toLogin.status, toLogin.headers['location']]).toEqual([
      302,
      `/login?next=${encodeURIComponent(secret)}`,
    ])
  })
})

/** Mattermost's name of the conversation of Ada, Bob and Gus. */
const digest = '5ba93c9db0cff93f52b521d7420e43f6eda2784f'

/** Posts of the sketch as a query of Mattermost's database writes them. */
function postsFile(): Readable {
  const row = (name: string, place: string, minutes: number, user: string) =>
    `${name},${place},${at(minutes).getTime()},${user}`
  return Readable.from([
    [
      'id,team,channel,create_at,username',
      row(mattermostId('hush'), 'crew,plans', 2, 'bob'),
      row(mattermostId('lunch'), ',user0__user1', 4, 'ada'),
      row(mattermostId('all'), `,${digest}`, 5, 'gus'),
      row('thread', 'crew,general', 1, 'bob'),
      row(mattermostId('gone'), 'crew,general', 2, 'bob'),
    ].join('\n'),
  ])
}
