import type { Archive } from '../archive/archive'
import { dateOf, firstText, isTrue, numberOf, rowOf, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { StreamRecord } from '../records'
import type { Layout } from './layout'
import { readRows } from './read-rows'
import type { Remark } from './read-rows'

/** A channel, or a private conversation. */
export interface Conversation {
  id: string
  name: string
  isStream: boolean
  isPrivate: boolean
  memberIds: Set<string>
  /** The workspace of an export of Enterprise Grid; '' for what all of them share, and in other exports. */
  workspace: string
  row: Row
}

export interface Conversations {
  byId: ReadonlyMap<string, Conversation>
  /** By the path of the folder of its day files. */
  byFolder: ReadonlyMap<string, Conversation>
}

const lists = [
  { file: 'channels.json', isStream: true, isPrivate: false },
  { file: 'groups.json', isStream: true, isPrivate: true },
  { file: 'mpims.json', isStream: false, isPrivate: true },
  { file: 'dms.json', isStream: false, isPrivate: true },
]

/** Reads the channels and conversations of all workspaces; a channel that several workspaces share is read once. */
export async function readConversations(
  archive: Archive,
  layout: Layout,
  remark: Remark,
): Promise<Conversations> {
  const byId = new Map<string, Conversation>()
  const byFolder = new Map<string, Conversation>()
  for (const root of layout.roots) {
    for (const { file, ...kind } of lists) {
      for (const row of await readRows(archive, root + file, remark)) {
        const read = readConversation(row, { ...kind, workspace: workspaceOf(root) })
        if (!read) {
          remark({ reason: 'A conversation has no id.', file: root + file })
          continue
        }
        const found = byId.get(read.id) ?? read
        for (const id of read.memberIds) found.memberIds.add(id)
        byId.set(read.id, found)
        byFolder.set(root + read.id, found)
        if (!byFolder.has(root + read.name)) byFolder.set(root + read.name, found)
      }
    }
  }
  return { byId, byFolder }
}

function workspaceOf(root: string): string {
  return /(?:^|\/)teams\/([^/]+)\/$/.exec(root)?.[1] ?? ''
}

function readConversation(
  row: Row,
  kind: Pick<Conversation, 'isStream' | 'isPrivate' | 'workspace'>,
): Conversation | undefined {
  const id = textOf(row, 'id')
  if (id === '') return undefined
  const isPrivate = kind.isPrivate || isTrue(row, 'is_private')
  const name = textOf(row, 'name') || id
  return { ...kind, isPrivate, id, name, memberIds: new Set(textsOf(row, 'members')), row }
}

/** The streams. Source: docs/protocol/import.md#slack-channels. */
export function streamRecords(
  { byId }: Conversations,
  userKey: (id: string) => string | undefined,
): StreamRecord[] {
  const streams = [...byId.values()].filter(({ isStream }) => isStream)
  const hasGeneral = streams.some(({ row }) => isTrue(row, 'is_general'))
  const nameOf = distinctNames(streams)
  return streams.map((stream): StreamRecord => {
    const { id, name, isPrivate, row } = stream
    const isGeneral = hasGeneral ? isTrue(row, 'is_general') : /^(general|random)$/.test(name)
    const creatorKey = userKey(textOf(row, 'creator'))
    const createdAt = dateOf(numberOf(row, 'created'), 's')
    return {
      ...{ kind: 'stream', key: id, name: nameOf(stream), isPrivate, hasSharedHistory: true },
      description: descriptionOf(row),
      isArchived: isTrue(row, 'is_archived'),
      isDefault: isGeneral && !isPrivate,
      ...(createdAt && { createdAt }),
      ...(creatorKey !== undefined && { creatorKey }),
    }
  })
}

/** Channels of one name in several workspaces have that of their workspace, too: `general (sales)`. */
function distinctNames(streams: readonly Conversation[]): (stream: Conversation) => string {
  const counts = new Map<string, number>()
  for (const { name } of streams) counts.set(name, (counts.get(name) ?? 0) + 1)
  return ({ name, workspace }) =>
    workspace !== '' && (counts.get(name) ?? 0) > 1 ? `${name} (${workspace})` : name
}

/** The purpose, and the topic if it says something else. */
function descriptionOf(row: Row): string {
  const [purpose, topic] = ['purpose', 'topic'].map((field) =>
    firstText(rowOf(row, field), 'value').replace(
      /<([^<>|]*)(?:\|([^<>]*))?>/g,
      (_all, target: string, label?: string) => label ?? target,
    ),
  )
  const texts = [purpose, topic === purpose ? '' : topic].filter(Boolean)
  return texts
    .join(' – ')
    .replace(/\s+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
