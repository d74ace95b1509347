import { firstCharacters } from '../../../../shared/rules/characters'
import { meantTopic } from '../../../../shared/rules/empty-topics'
import { composed } from '../../../lib/characters'
import { sizeLimits } from '../../../chat/rules/limits'
import type { MessageRecord } from '../records'

/** A message whose people and stream are known here. */
export interface PlacedMessage {
  record: MessageRecord
  key: string
  id: number
  sender_id: number
  stream_id: number | null
  /** The members of a private conversation; null for a stream. */
  member_key: string | null
  topic: string
}

/** Ids in this database, by key. */
export interface KnownIds {
  users: ReadonlyMap<string, number>
  streams: ReadonlyMap<string, number>
}

/** A topic as rows have it; a message without one has the empty topic. */
export function topicOf(topic: string): string {
  const clean = composed(cleanText(topic)).replaceAll('\u0007', '').trim()
  return meantTopic(firstCharacters(clean, sizeLimits.topicCharacters).trim())
}

/** Characters of a message that are kept; PostgreSQL indexes the words of longer ones only in part. */
const mostCharacters = 100_000

/** The content of a message as rows have it, and whether it was cut. */
export function contentOf(text: string): { content: string; isCut: boolean } {
  const content = composed(cleanText(text)).trimEnd()
  if (content.length <= mostCharacters) return { content, isCut: false }
  return { content: content.slice(0, mostCharacters).toWellFormed(), isCut: true }
}

/** A text without characters that PostgreSQL or UTF-8 cannot hold. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
