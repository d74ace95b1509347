import type { Database } from '../../../data/engine/database'
import { alwaysRead, maxPageBytes } from '../../../data/history/bodies'
import { readAnnotations } from '../../../data/history/annotations'
import type { Annotations } from '../../../data/history/annotations'
import type { MessageSender } from '../../../data/users/senders'
import type { Config } from '../../../config/config'
import type { Caches } from '../../../caches'
import type { KnownBody } from '../../../caches/message-bodies'
import { flagBits } from '../../../data/messages/message-flags'
import { privateRecipientId } from '../../../wire/messages'
import { nameTopicsInText } from '../../../wire/named-topics'
import {
  noReactions,
  noSubmessages,
  onlyMoves,
  writeConversation,
  writeFlags,
  writeReactions,
  writeSender,
  writeSenderRealm,
  writeStream,
  writeSubmessages,
} from '../../../wire/message-texts'
import { withoutIdentity } from '../../../wire/addresses'
import type { Requester } from '../../rules/authentication'
import type { RealmSettings } from '../../rules/realms/settings'
import { domainOf, isLimited, sightOf } from '../../access/users/user-visibility'

/** Context for reading messages; `db` may be the search pool. */
export interface ReadingContext {
  db: Pick<Database, 'query'>
  caches: Caches
  config: Pick<Config, 'externalHost'>
}

/** The part of a record that is the same for all readers, with the highlights of a search. */
export type BodyOfRecord = KnownBody & { match?: string }

/** A message record for one reader. */
export interface WrittenRecord {
  id: number
  /** A MessageRecord as JSON. */
  json: string
}

interface Wishes {
  clientGravatar: boolean
  namesEmptyTopics: boolean
  /** The extent of the edit history that the reader may see. */
  showsEdits: RealmSettings['message_edit_history_visibility_policy']
}

/**
 * Completes message bodies with flags, reactions and names for one reader. Leaves out messages at the end
 * beyond the size limit. Source: docs/protocol/history.md#page-bytes.
 */
export async function writeRecords(
  { config, db, caches }: ReadingContext,
  reader: Requester,
  bodies: readonly BodyOfRecord[],
  { clientGravatar, namesEmptyTopics, showsEdits }: Wishes,
): Promise<WrittenRecord[]> {
  if (bodies.length === 0) return []
  const annotations = await readAnnotations(db.query, reader, bodies)
  const ids = peopleOf(bodies, annotations)
  const known = await caches.senders.read(reader.realm_id, ids)
  const people = isLimited(reader)
    ? withoutUnknown(known, await sightOf(db.query, reader), domainOf(config, reader))
    : known
  const placeOf = placeWriter(annotations, people)
  const senderRealm = writeSenderRealm(reader.realm_string_id)

  const records: WrittenRecord[] = []
  let characters = 0
  for (const body of bodies) {
    const reactions = annotations.reactions.get(body.id)
    const isNamed = namesEmptyTopics && body.streamId !== null
    const text = isNamed && body.topic === '' ? nameTopicsInText(body.text) : body.text
    let members = `${text},${placeOf(body)},${senderRealm},`
    members += writeSender(people.get(body.senderId) as MessageSender, clientGravatar)
    members += `,${writeFlags(flagsOf(body, reader, annotations))},`
    members += reactions ? writeReactions(reactions, people) : noReactions
    const said = annotations.submessages.get(body.id)
    members += `,${said ? writeSubmessages(body.id, said) : noSubmessages}`
    const edits = body.edits === undefined ? undefined : editsShown(body.edits, showsEdits)
    if (edits !== undefined) members += `,${isNamed ? nameTopicsInText(edits) : edits}`
    if (body.match !== undefined) {
      members += `,${isNamed && body.topic === '' ? nameTopicsInText(body.match) : body.match}`
    }

    characters += members.length
    // Every widget has submessages; missing ones were over the size limit.
    const isTooMuch = characters > maxPageBytes || (body.isWidget && !said)
    if (isTooMuch && records.length >= alwaysRead) break
    records.push({ id: body.id, json: `{${members}}` })
  }
  return records
}

/** Replaces senders and reacting users that a limited guest cannot see. */
function withoutUnknown(
  people: ReadonlyMap<number, MessageSender>,
  knows: (user: MessageSender) => boolean,
  domain: string,
): ReadonlyMap<number, MessageSender> {
  return new Map(
    [...people].map(([id, user]) => [id, knows(user) ? user : withoutIdentity(user, domain)]),
  )
}

function peopleOf(bodies: readonly BodyOfRecord[], annotations: Annotations): Set<number> {
  const ids = new Set(bodies.map(({ senderId }) => senderId))
  for (const { memberIds } of annotations.conversations.values()) {
    for (const id of memberIds) ids.add(id)
  }
  for (const reactions of annotations.reactions.values()) {
    for (const { user_id } of reactions) ids.add(user_id)
  }
  return ids
}

/** Writes the location of messages as JSON, cached by location. */
function placeWriter(
  { streams, conversations }: Annotations,
  people: ReadonlyMap<number, MessageSender>,
): (body: BodyOfRecord) => string {
  const written = new Map<string | number, string>()
  const write = ({ streamId, dmGroupId, senderId }: BodyOfRecord): string => {
    if (streamId !== null) return writeStream(getFrom(streams, streamId))
    const { memberIds, recipient_id } = getFrom(conversations, dmGroupId)
    const members = memberIds.map((id) => getFrom(people, id))
    return writeConversation(members, privateRecipientId(senderId, recipient_id, members))
  }
  return (body) => {
    // The recipient id of a private conversation depends on the sender.
    const key = body.streamId ?? `${body.dmGroupId} ${body.senderId}`
    let text = written.get(key)
    if (text === undefined) written.set(key, (text = write(body)))
    return text
  }
}

/**
 * The reader's flags of a message, as a bit mask.
 * Source: docs/protocol/history.md#flag-words.
 */
function flagsOf(body: BodyOfRecord, reader: Requester, annotations: Annotations): number {
  const { id } = body
  const isRead =
    (body.isReadBySender && body.senderId === reader.id) || isMarkedRead(body, annotations)
  return (
    (annotations.flags.get(id) ?? 0) +
    (isReceived(body, annotations) ? flagBits.received : 0) +
    (isRead ? flagBits.read : 0) +
    (body.mentionsEverybody ? flagBits.mentionsEverybody : 0)
  )
}

function isReceived({ id, streamId, dmGroupId }: BodyOfRecord, annotations: Annotations): boolean {
  return streamId === null
    ? getFrom(annotations.conversations, dmGroupId).isReceived
    : getFrom(annotations.streams, streamId).received.has(id)
}

function isMarkedRead(
  { id, streamId, dmGroupId, topic }: BodyOfRecord,
  annotations: Annotations,
): boolean {
  return streamId === null
    ? getFrom(annotations.conversations, dmGroupId).read.has(id)
    : getFrom(annotations.streams, streamId).read.has(id) ||
        annotations.readInTopic(streamId, topic).has(id)
}

/** The value of a key that exists because of a foreign key. */
function getFrom<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key | null): Value {
  return map.get(key as Key) as Value
}

function editsShown(edits: string, shown: Wishes['showsEdits']): string | undefined {
  if (shown === 'none') return undefined
  return shown === 'all' ? edits : onlyMoves(edits)
}
