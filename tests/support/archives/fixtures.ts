import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { asRecords, firstOf, parsed } from '../checked'
import { discordExport } from './discord-export'
import { writeOldArchive } from '../old-archive'
import { picture } from '../pictures'
import { mattermostExport } from './mattermost-export'
import { sketchOrganization } from './organization'
import { rocketChatExport } from './rocket-chat-export'
import { slackExport } from './slack-export'
import { writeFiles, zipOf } from './zip'
import type { ArchiveFiles } from './zip'
import { zulipExport, zulipVersions } from './zulip-versions'

/** An archive that tests of all sources read. */
export interface ArchiveFixture {
  name: string
  /** Writes the archive into an empty folder. @returns its path */
  write: (folder: string) => Promise<string>
}

const zipped = (files: ArchiveFiles) => async (folder: string) => {
  const file = path.join(folder, 'export.zip')
  await writeFile(file, zipOf(files))
  return file
}

/** An archive of each source and version, without faults. */
export const archiveFixtures: readonly ArchiveFixture[] = [
  { name: 'Slack', write: zipped(slackExport(sketchOrganization())) },
  { name: 'Mattermost', write: zipped(mattermostExport(sketchOrganization())) },
  { name: 'Rocket.Chat', write: zipped(rocketChatExport(sketchOrganization())) },
  { name: 'Discord', write: zipped(discordExport(sketchOrganization())) },
  ...zulipVersions.map((version) => ({
    name: `Zulip ${version}`,
    write: async (folder: string) => {
      await writeFiles(folder, zulipExport(version))
      return folder
    },
  })),
  {
    name: 'Zulip 4 with faults',
    write: async (folder: string) => {
      await writeOldArchive(folder)
      return folder
    },
  },
]

type Row = Record<string, unknown>

/** An archive of Slack with many faults. */
export const faultyFixture: ArchiveFixture = {
  name: 'Slack with faults',
  async write(folder) {
    const files = slackExport(sketchOrganization(30))
    const change = (name: string, edit: (rows: Row[]) => Row[]) => {
      const rows = asRecords(parsed(String(files.get(name))))
      files.set(name, JSON.stringify(edit(rows)))
    }
    change('users.json', (rows) => [
      ...rows.filter(({ id }) => id !== 'UBOB'),
      { id: 'UODD', real_name: '**Odd** "name"|12', profile: { email: 'no address' } },
      { id: 'USAME', real_name: 'Same', profile: { email: 'owner@fresh.test' } },
      { id: 'UFACE', real_name: 'Face', profile: { email: 'face@example.org' } },
    ])
    change('channels.json', (rows) => [
      ...rows,
      { id: 'CTWO', name: 'General', members: ['UADA', 'UGONE'] },
      { id: 'CNAME', name: 'x'.repeat(80), members: ['UADA'] },
    ])
    const day = [...files.keys()].find((name) => name.startsWith('general/')) ?? ''
    change(day, (rows) => [
      ...rows,
      {
        ...{ type: 'message', user: 'UADA', ts: '1709290000.000100', text: 'x '.repeat(60_000) },
        reactions: [{ name: '+1', users: ['UADA', 'UBOB', 'ULOST'] }],
      },
      { type: 'message', user: 'UADA', ts: '1709290001.000100', text: '[ '.repeat(40_000) },
      firstOf(rows),
    ])
    files.set('__avatars/UFACE/face.png', 'no picture')
    files.set('emojis/good.png', await picture())
    files.set('emojis/bad.png', 'no picture')
    await mkdir(folder, { recursive: true })
    const file = path.join(folder, 'export.zip')
    const upload = [...files.keys()].find((name) => name.includes('plan.txt')) ?? ''
    await writeFile(file, zipOf(files, { sizes: { [upload]: 2 } }))
    return file
  },
}
