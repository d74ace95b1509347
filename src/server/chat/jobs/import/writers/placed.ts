import { firstCharacters } from '../../../../../shared/rules/characters'
import { composed } from '../../../../lib/characters'
import { sizeLimits } from '../../../rules/limits'
import type { MessageRecord } from '../records'

/** Topic of messages that have none in the source. */
const noTopic = '(no topic)'

/** A message whose people and stream are known here. */
export interface PlacedMessage {
  record: MessageRecord
  key: string
  id: number
  sender_id: number
  stream_id: number | null
  /** Of a private conversation. */
  member_key: string | null
  topic: string
}

/** Ids of here, by key. */
export interface KnownIds {
  users: ReadonlyMap<string, number>
  streams: ReadonlyMap<string, number>
}

/** A topic as rows have it. */
export function topicOf(topic: string): string {
  const clean = composed(cleanText(topic)).replaceAll('\u0007', '').trim()
  return firstCharacters(clean, sizeLimits.topicCharacters).trim() || noTopic
}

/** A text without characters that PostgreSQL or UTF-8 cannot hold. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}
