import type { Archive } from '../archive/archive'
import { ArchiveError } from '../archive/archive'

/** A file of the messages of one day in one conversation. */
export interface DayFile {
  path: string
  /** The folder with its path: the name or the id of a conversation, behind that of its workspace. */
  folder: string
}

/** The parts of an archive by their meaning. */
export interface Layout {
  /** Folders with lists of users and channels: one, `''`, or several in an export of Enterprise Grid. They end in `/`. */
  roots: string[]
  /** Day files by their day, oldest first. */
  days: Map<string, DayFile[]>
  /** Paths of uploads, avatars and emoji, by the id of the file, the id of the user, and the name. */
  uploads: Map<string, string>
  avatars: Map<string, string>
  emoji: Map<string, string>
}

const list = /^(.*\/)?(?:users|org_users|channels|groups|mpims|dms)\.json$/
const day = /^(.+)\/(\d{4}-\d{2}-\d{2})\.json$/
const upload = /(?:^|\/)__uploads\/([A-Z0-9]+)\/[^/]+$|\/attachments\/(F[A-Z0-9]+)-[^/]+$/
const avatar = /(?:^|\/)__avatars\/(?:.*\/)?([UWB][A-Z0-9]{2,})(?=[/._-])/
const emoji = /(?:^|\/)emojis?\/([^/]+)\.(?:png|gif|jpe?g|webp)$/
/** Folders that macOS and other programs add. */
const foreign = /(?:^|\/)(?:__MACOSX|\.[^/]*)(?:\/|$)/

/**
 * Finds the parts of an export of Slack, or of a folder of slackdump.
 * @throws ArchiveError if it is neither
 * Source: docs/protocol/import.md#slack-files.
 */
export function readLayout(archive: Archive): Layout {
  const roots = new Set<string>()
  const layout = { uploads: new Map(), avatars: new Map(), emoji: new Map() } as Layout
  const days = new Map<string, DayFile[]>()
  for (const path of archive.files.keys()) {
    if (foreign.test(path)) continue
    if (addFile(layout, path)) continue
    const root = list.exec(path)
    if (root) roots.add(root[1] ?? '')
    const [, folder, date] = day.exec(path) ?? []
    if (folder === undefined || date === undefined) continue
    const files = days.get(date) ?? []
    files.push({ path, folder })
    days.set(date, files)
  }
  if (roots.size === 0) {
    throw new ArchiveError(
      'The archive is no export of Slack: it has no users.json or channels.json.',
    )
  }
  const sorted = [...days].sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...layout, roots: [...roots].sort(), days: new Map(sorted) }
}

/** Adds an upload, an avatar or an emoji. */
function addFile(layout: Layout, path: string): boolean {
  const [, uploadId, attachmentId] = upload.exec(path) ?? []
  const fileId = uploadId ?? attachmentId
  const userId = avatar.exec(path)?.[1]
  const name = emoji.exec(path)?.[1]
  if (fileId !== undefined) layout.uploads.set(fileId, path)
  else if (userId !== undefined) layout.avatars.set(userId, path)
  else if (name !== undefined) layout.emoji.set(name, path)
  return (fileId ?? userId ?? name) !== undefined
}
