import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { formats, recognizeFormat } from '../../src/server/chat/jobs/import/formats'
import { PeopleMap } from '../../src/server/chat/jobs/import/people-map'
import { importArchive } from '../../src/server/chat/jobs/import/run'
import type { Imported } from '../../src/server/chat/jobs/import/run'
import { mattermostExport } from '../support/archives/mattermost-export'
import { sketchOrganization } from '../support/archives/organization'
import { rocketChatExport } from '../support/archives/rocket-chat-export'
import { slackExport } from '../support/archives/slack-export'
import { zipOf } from '../support/archives/zip'
import { useOwnServer } from '../support/own-server'

describe.each([
  { format: 'slack', write: slackExport },
  { format: 'mattermost', write: mattermostExport },
  { format: 'rocket-chat', write: rocketChatExport },
])('an export of $format', ({ format, write }) => {
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

  async function imported(): Promise<Imported> {
    const reader = await formats[await recognizeFormat(archive)].open(archive)
    const options = { into, people: PeopleMap.empty, isDryRun: false, resumes: false }
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
})
