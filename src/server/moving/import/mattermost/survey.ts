import { basename } from 'node:path'
import { archiveFile } from '../archive/archive'
import type { Archive } from '../archive/archive'
import { firstText, textOf } from '../archive/fields'
import type { EmojiRecord, FileRecord } from '../records'
import { Channels } from './channels'
import { readBulkLines } from './lines'
import type { BulkLine, Remark } from './lines'
import { keyOfUser, People } from './people'
import { postsOf } from './posts'
import type { PostItem } from './posts'
import { SortedRuns } from '../archive/sorted-runs'

/** A bulk export: its file of lines, and the files that lines name. */
export interface BulkExport {
  archive: Archive
  file: string
  /** Finds a file by the path in a line. */
  findFile: (path: string) => string | undefined
}

/** The lines of an export, without the memberships of users. */
export interface Survey {
  people: People
  channels: Channels
  emoji: EmojiRecord[]
  files: Map<string, FileRecord>
  profiles: { userKey: string; fieldKey: string; value: string }[]
  runs: SortedRuns<PostItem>
  /** The number of the last line of a user. */
  lastUserLine: number
}

const profileFields = ['position', 'nickname']

/**
 * Reads all lines once and sorts the posts on disk. The caller deletes the runs.
 * Memory grows with the numbers of people, channels and files.
 */
export async function surveyLines(source: BulkExport, remark: Remark): Promise<Survey> {
  const survey: Survey = {
    people: new People(source.archive, source.findFile),
    channels: new Channels(),
    ...{ emoji: [], files: new Map(), profiles: [], lastUserLine: 0 },
    runs: await SortedRuns.create<PostItem>(),
  }
  try {
    for await (const line of readBulkLines(source.archive, source.file, remark)) {
      if (line.type === 'post' || line.type === 'direct_post') {
        await notePosts(survey, source, line, remark)
      } else noteLine(survey, source, line)
    }
  } catch (error) {
    await survey.runs.delete()
    throw error
  }
  return survey
}

/** Lines of other types, such as those of plugins, are left aside. Source: docs/protocol/import.md#mattermost-lines. */
function noteLine(survey: Survey, source: BulkExport, { type, row, line }: BulkLine): void {
  if (type === 'team') survey.channels.addTeam(row)
  else if (type === 'channel') survey.channels.addChannel(row)
  else if (type === 'bot') survey.people.addBot(row)
  else if (type === 'user') {
    survey.lastUserLine = line
    if (survey.people.addUser(row) === undefined) return
    for (const fieldKey of profileFields) {
      const value = firstText(row, fieldKey)
      if (value) survey.profiles.push({ userKey: keyOfUser(row), fieldKey, value })
    }
  } else if (type === 'emoji') {
    const name = textOf(row, 'name')
    const path = source.findFile(textOf(row, 'image'))
    if (name === '' || path === undefined) return
    survey.emoji.push({ kind: 'emoji', key: name, name, image: archiveFile(source.archive, path) })
  }
}

async function notePosts(
  survey: Survey,
  source: BulkExport,
  line: BulkLine,
  remark: Remark,
): Promise<void> {
  const tell = (reason: string) => remark({ reason, file: source.file, line: line.line })
  for (const item of postsOf(line, survey, tell)) {
    await survey.runs.add(item)
    for (const path of item.files) {
      if (survey.files.has(path)) continue
      const found = source.findFile(path)
      if (found === undefined) tell('A file is not in the archive.')
      else {
        const createdAt = new Date(item.at)
        survey.files.set(path, {
          ...{ kind: 'file', key: path, name: basename(path), ownerKey: item.sender, createdAt },
          file: archiveFile(source.archive, found),
        })
      }
    }
  }
}
