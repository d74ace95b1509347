import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formats, recognizeFormat } from '../../src/server/chat/jobs/import/formats'
import { PeopleMap } from '../../src/server/chat/jobs/import/job/people-map'
import { importArchive } from '../../src/server/chat/jobs/import/run'
import type { Imported, ImportOptions } from '../../src/server/chat/jobs/import/run'
import { mattermostExport } from '../support/archives/mattermost-export'
import { at, sketchOrganization } from '../support/archives/organization'
import type { SketchedOrganization } from '../support/archives/organization'
import { rocketChatExport } from '../support/archives/rocket-chat-export'
import { slackExport } from '../support/archives/slack-export'
import { zipOf } from '../support/archives/zip'
import type { ArchiveFiles } from '../support/archives/zip'
import request from 'supertest'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

interface Case {
  format: string
  write: (organization: SketchedOrganization) => ArchiveFiles
  /** Addresses of a message in a private channel, and of one in a conversation of two. */
  oldAddress?: { secret: string; lunch: string }
}

const digits = (minutes: number) => `p${at(minutes).getTime() / 1000}000100`

describe.each<Case>([
  {
    ...{ format: 'slack', write: slackExport },
    oldAddress: {
      secret: `/archives/CPLANS/${digits(2)}`,
      lunch: `/archives/DADABOB/${digits(4)}?thread_ts=1.2`,
    },
  },
  { format: 'mattermost', write: mattermostExport },
  {
    ...{ format: 'rocket-chat', write: rocketChatExport },
    oldAddress: { secret: '/group/plans?msg=m2', lunch: '/direct/x?msg=m3' },
  },
])('an export of $format', ({ format, write, oldAddress }) => {
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
    const people = PeopleMap.parse(`ada@example.org,${ada.email}`)
    const unread = async () => {
      const state = await ada.register({ fetch_event_types: ['message', 'update_message_flags'] })
      return (state as unknown as { unread_msgs: { count: number } }).unread_msgs.count
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

  if (oldAddress === undefined) return

  it('has its old addresses of messages, for their readers', async () => {
    const other = await server.realm(`old-${format}`)
    const [ada, gus, newcomer] = await other.users('ada', 'gus', 'newcomer')
    const people = PeopleMap.parse(
      `ada@example.org,${ada.email}\ngus@example.org,${gus.email}\nold@example.org,${newcomer.email}`,
    )
    await imported({ into: other.subdomain, people })
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
    const [secret, lunch] = [oldAddress.secret, oldAddress.lunch]
    expect(await leadsTo(ada, secret)).toMatch(
      new RegExp(`^/#narrow/channel/\\d+-plans/topic/.*/near/${(await found('Hush')).id}$`),
    )
    expect(await leadsTo(ada, lunch)).toMatch(
      new RegExp(`^/#narrow/dm/[\\d,]+-dm/near/${(await found('Lunch')).id}$`),
    )
    for (const person of [gus, newcomer]) {
      for (const address of [secret, lunch]) expect(await leadsTo(person, address)).toBe(404)
    }
    expect(await leadsTo(server.owner, secret)).toBe(404)
    const logIn = (accept: string) => request(other.url).get(secret).set({ Accept: accept })
    expect((await logIn('*/*')).status).toBe(401)
    const toLogin = await logIn('text/html,application/xhtml+xml;q=0.9').redirects(0)
    expect([toLogin.status, toLogin.headers['location']]).toEqual([
      302,
      `/login?next=${encodeURIComponent(secret)}`,
    ])
  })
})
