import type { BridgeChannelRow } from '../../../data/bridges/bridges'
import { findImported } from '../../../data/import/keys'
import { readTargets } from '../../../data/import/targets'
import { textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { resolveTexts } from '../../import/job/texts'
import { messageParts } from '../../import/markup/message-parts'
import type { FileRecord } from '../../import/records'
import { contentOf } from '../../import/slack/contents'
import type { Content } from '../../import/slack/contents'
import type { SlackNames } from '../../import/slack/names'
import { filesOf } from '../../import/slack/subtypes'
import { dateOfTimestamp } from '../../import/slack/timestamp'
import type { Timestamp } from '../../import/slack/timestamp'
import { contentOf as storable } from '../../import/writers/placed'
import { peopleNamedIn } from './people'
import { messageKeyOf } from './side'
import type { SlackBridge } from './side'

/** A part of a message: the whole, unless its text is too long for one message here. */
export interface Part {
  key: string
  content: string
}

/**
 * The Markdown of a row, by the rules of imports, with files stored here; undefined for rows that become no message.
 * Source: docs/protocol/import.md#mrkdwn.
 */
export async function readContent(
  bridge: SlackBridge,
  channel: BridgeChannelRow,
  row: Row,
  time: Timestamp,
): Promise<Content | undefined> {
  await bridge.people.ensure(peopleNamedIn(row))
  const names = await namesFor(bridge, row)
  const key = messageKeyOf(channel.channel, time.text)
  const conversation = {
    ...{ id: channel.channel, name: channel.name, isStream: true, isPrivate: false },
    ...{ workspace: '', memberIds: new Set<string>(), row: {} },
  }
  const files = await storedFiles(bridge, row)
  const survey = {
    ...{ files, replies: new Map([[key, 1]]), moves: new Map(), firstSeen: new Map() },
    lastSeen: new Date(0),
  }
  const found = { key, conversation, time, row, file: '' }
  return contentOf(found, { names, survey }, () => undefined)
}

/** The parts of a Markdown text, with references resolved. */
export async function partsOf(
  { parley }: SlackBridge,
  { key, markdown, time }: { key: string; markdown: string; time: Timestamp },
): Promise<Part[]> {
  const record = { kind: 'message', key, senderKey: '', content: markdown } as const
  const to = { streamKey: '', topic: '' }
  const parts = messageParts({ ...record, to, sentAt: dateOfTimestamp(time) })
  const resolved = await resolveTexts(
    parley.job(),
    parts.map(({ content }) => content),
  )
  return parts.map((part, index) => ({
    key: part.key,
    content: storable(resolved[index]?.content ?? '').content,
  }))
}

/** Stores the files of a row that are not here yet. */
async function storedFiles(
  { files, parley }: SlackBridge,
  row: Row,
): Promise<Map<string, FileRecord>> {
  const all = filesOf(row).slice(0, 20)
  if (all.length === 0) return new Map()
  for (const file of all) await files.take(file, textOf(row, 'user'))
  const ids = all.map((file) => textOf(file, 'id'))
  const known = await findImported(parley.ctx.db.query, parley.scope, 'file', ids)
  return new Map([...known.keys()].map((id) => [id, {} as FileRecord]))
}

const linked = /<#([A-Z0-9]{2,})|\/archives\/([A-Z0-9]{2,})|"channel_id":"([A-Z0-9]{2,})"/g

async function namesFor({ parley, people }: SlackBridge, row: Row): Promise<SlackNames> {
  const text = textOf(row, 'text') + JSON.stringify([row['blocks'], row['attachments']])
  const ids = [...text.matchAll(linked)].map(([, name, link, block]) => name ?? link ?? block ?? '')
  const db = parley.ctx.db.query
  const streams = await findImported(db, parley.scope, 'stream', ids.slice(0, 200))
  const none = { userIds: [], groupIds: [], uploadIds: [], messageIds: [] }
  const targets =
    streams.size > 0
      ? await readTargets(db, parley.realm.id, { ...none, streamIds: [...streams.values()] })
      : undefined
  return {
    user: (id) => people.find(id),
    group: () => undefined,
    conversation: (id) => {
      const name = targets?.streams.get(streams.get(id) ?? 0)
      return name === undefined ? undefined : { key: id, name, isStream: true }
    },
  }
}
