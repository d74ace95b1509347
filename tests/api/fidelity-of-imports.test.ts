import { readFileSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { formats, recognizeFormat } from '../../src/server/moving/import/formats'
import { PeopleMap } from '../../src/server/moving/import/job/people-map'
import { importArchive } from '../../src/server/moving/import/run'
import { discordExport } from '../support/archives/discord-export'
import { mattermostExport } from '../support/archives/mattermost-export'
import {
  missingWords,
  saidInDiscord,
  saidInMattermost,
  saidInRocketChat,
  saidInSlack,
  saidInZulip,
  textOfHtml,
} from '../support/archives/plain-text'
import type { Said } from '../support/archives/plain-text'
import { richOrganization } from '../support/archives/rich-texts'
import { rocketChatExport } from '../support/archives/rocket-chat-export'
import { slackExport } from '../support/archives/slack-export'
import { writeFiles, zipOf } from '../support/archives/zip'
import type { ArchiveFiles } from '../support/archives/zip'
import { zulipExport, zulipVersions } from '../support/archives/zulip-versions'
import { makeOwnFolder } from '../support/own-folder'
import { useOwnServer } from '../support/own-server'

/*
 * Every word of the archives must be in the imported messages. Words that are lost or added are in a file with the
 * reason of each; without a reason the test fails. UPDATE_FIDELITY=1 writes the file anew, and leaves new reasons empty.
 */
const golden = path.join(__dirname, '../fixtures/imports/fidelity.json')

/** A difference between a message of an archive and the imported one. */
interface Difference {
  fixture: string
  source: string
  lost: string
  added: string
  reason: string
}

interface Fixture {
  name: string
  files: ArchiveFiles
  isFolder?: boolean
  said: (files: ArchiveFiles) => Said[]
}

const fixtures: Fixture[] = [
  { name: 'Slack', files: slackExport(richOrganization('slack')), said: saidInSlack },
  {
    name: 'Mattermost',
    files: mattermostExport(richOrganization('mattermost')),
    said: saidInMattermost,
  },
  {
    name: 'Rocket.Chat',
    files: rocketChatExport(richOrganization('rocket-chat')),
    said: saidInRocketChat,
  },
  { name: 'Discord', files: discordExport(richOrganization('discord')), said: saidInDiscord },
  ...zulipVersions.map((version) => ({
    ...{ name: `Zulip ${version}`, files: zulipExport(version), isFolder: true, said: saidInZulip },
  })),
]

describe('an imported archive', () => {
  const server = useOwnServer()
  const decided = JSON.parse(readFileSync(golden, 'utf8')) as Difference[]
  const found: Difference[] = []

  async function imported(fixture: Fixture, into: string): Promise<void> {
    const folder = await makeOwnFolder('fidelity')
    const archive = path.join(folder, into)
    if (fixture.isFolder) await writeFiles(archive, fixture.files)
    else await writeFile(archive, zipOf(fixture.files))
    const reader = await formats[await recognizeFormat(archive)].open(archive)
    const options = { into, people: PeopleMap.empty, isDryRun: false, resumes: false }
    try {
      await importArchive(server.ctx, reader, options)
    } finally {
      await reader.close()
    }
  }

  /** The words of the imported messages, by time and sender. */
  async function result(into: string): Promise<Map<string, string>> {
    const { rows } = await sql<{ at: number; sender: string; html: string }>`
      select (extract(epoch from sent_at) * 1000)::bigint as at, full_name as sender,
        rendered_content as html
      from messages m join realms r on r.id = m.realm_id
      join users u on u.realm_id = m.realm_id and u.id = m.sender_id
      where r.string_id = ${into} order by m.id`.execute(server.db)
    const texts = new Map<string, string>()
    for (const { at, sender, html } of rows) {
      const key = `${at} ${sender}`
      texts.set(key, `${texts.get(key) ?? ''} ${textOfHtml(html)}`)
    }
    return texts
  }

  it.each(fixtures)('has every word of $name, except for decided differences', async (fixture) => {
    const into = fixture.name.toLowerCase().replace(/\W+/g, '-')
    await imported(fixture, into)
    const texts = await result(into)
    const said = fixture.said(fixture.files)
    const sources = new Set(said.map(({ at, sender }) => `${at} ${sender}`))
    const further = [...texts.keys()].filter((key) => !sources.has(key))
    expect(further.filter((key) => !key.endsWith(' Notification Bot'))).toEqual([])
    for (const { at, sender, text } of said) {
      const there = texts.get(`${at} ${sender}`) ?? ''
      const [lost, added] = [missingWords(text, there), missingWords(there, text)]
      if (lost.length + added.length === 0) continue
      const difference = {
        ...{ fixture: fixture.name, source: text, lost: lost.join(' '), added: added.join(' ') },
      }
      const same = decided.find(
        (each) =>
          JSON.stringify({ ...each, reason: '' }) === JSON.stringify({ ...difference, reason: '' }),
      )
      found.push({ ...difference, reason: same?.reason ?? '' })
    }
    if (process.env['UPDATE_FIDELITY']) return
    const undecided = found.filter((each) => each.fixture === fixture.name && each.reason === '')
    expect(undecided).toEqual([])
  })

  it('has every decided difference', () => {
    if (process.env['UPDATE_FIDELITY']) writeFileSync(golden, `${JSON.stringify(found, null, 2)}\n`)
    else expect(decided).toEqual(found)
  })
})
