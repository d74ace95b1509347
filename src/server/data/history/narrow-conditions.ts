import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import {
  isInHistoryOf,
  isReadableBy,
  isReceivedBy,
  isUnreadBy,
  takesPart,
  wasSubscribed,
} from '../access/message-conditions'
import type { Alias } from '../access/message-conditions'
import type { Reader } from '../access/rule'
import { hasWords } from './search'
import type { SearchWords } from './search'
import { isFollowedFor, isMutedFor } from '../users/user-topics'
import type { HasWord } from '../../../shared/rules/narrow-operators'
import { resolvedMark } from '../../../shared/rules/topics'

/*
 * The meaning of a narrow in SQL. Its names are resolved to ids, and services/narrow has checked
 * that the reader may read the streams and conversations it names.
 */

/** A narrow whose names are all resolved to ids. Source: docs/protocol/history.md#operators. */
export interface ResolvedNarrow {
  base: NarrowBase
  /** Terms that must all hold. */
  terms: readonly ResolvedTerm[]
}

/**
 * The set of messages that the terms filter:
 * - `history`: messages that the reader received and may still read;
 * - `private`: the reader's private conversations;
 * - `readable`: all messages that the reader may read;
 * - `named`: no set; the terms themselves admit only readable messages.
 */
export type NarrowBase = 'history' | 'private' | 'readable' | 'named'

export interface ResolvedTerm {
  condition: NarrowCondition
  negated: boolean
}

export type NarrowCondition =
  | NamedStream
  | { kind: 'conversation'; dmGroupId: number }
  | { kind: 'participants'; userIds: readonly number[] }
  | { kind: 'topic'; topic: string }
  | { kind: 'sender'; userId: number }
  | { kind: 'mentions'; userId: number }
  | { kind: 'message'; id: number }
  /** Messages from this id on, or below it: the bounds of a time. */
  | { kind: 'from' | 'below'; id: number }
  | { kind: 'has'; what: HasWord }
  | { kind: 'search'; words: SearchWords }
  | { kind: PlainKind }

export interface NamedStream {
  kind: 'stream'
  streamId: number
  /**
   * The part of the stream that the reader may read: all; messages above the id `since` that were
   * written while they were subscribed; or nothing.
   */
  access: 'all' | 'subscribed' | 'none'
  since?: number
}

type PlainKind =
  | 'alerted'
  | 'followed'
  | 'mentioned'
  | 'muted'
  /** A condition that no message meets. */
  | 'nothing'
  | 'private'
  | 'public streams'
  | 'resolved'
  | 'starred'
  | 'unread'

/**
 * Whether a message is in a narrow, for a reader. The condition includes access: only messages of
 * the reader's realm that they may read satisfy it.
 */
export function conditionOf(
  reader: Reader,
  narrow: ResolvedNarrow,
  alias: Alias = 'messages',
): RawBuilder<boolean> {
  const m = sql.ref(alias)
  const base = baseCondition(reader, narrow.base, alias)
  return sql<boolean>`${m}.realm_id = ${reader.realm_id}${base ? sql` and ${base}` : sql``}
    ${termsOf(reader, narrow, alias)}`
}

const searchKinds: readonly NarrowCondition['kind'][] = [
  ...(['search', 'has', 'participants', 'sender', 'mentions'] as const),
  ...(['resolved', 'followed', 'muted', 'public streams'] as const),
]

/** Whether finding the messages of a narrow may mean scanning any number of rows. */
export function isSearch(narrow: ResolvedNarrow): boolean {
  return narrow.terms.some(({ condition }) => searchKinds.includes(condition.kind))
}

/** The terms alone, each behind an `and`. */
export function termsOf(
  reader: Reader,
  narrow: Pick<ResolvedNarrow, 'terms'>,
  alias: Alias = 'messages',
): RawBuilder<unknown> {
  const conditions = narrow.terms.map(({ condition, negated }) => {
    const holds = termCondition(reader, condition, alias)
    // A null column counts as false.
    return negated ? sql` and (${holds}) is not true` : sql` and ${holds}`
  })
  return sql.join(conditions, sql``)
}

function baseCondition(
  reader: Reader,
  base: NarrowBase,
  alias: Alias,
): RawBuilder<boolean> | undefined {
  switch (base) {
    case 'history':
      return isInHistoryOf(reader, alias)
    case 'private':
      return takesPart(reader, alias)
    case 'readable':
      return isReadableBy(reader, alias)
    case 'named':
      return undefined
  }
}

function termCondition(reader: Reader, term: NarrowCondition, alias: Alias): RawBuilder<boolean> {
  const m = sql.ref(alias)
  switch (term.kind) {
    case 'stream':
      return streamCondition(reader, term, alias)
    case 'conversation':
      return sql`${m}.dm_group_id = ${term.dmGroupId}`
    case 'participants':
      return withParticipants(reader, term.userIds, alias)
    case 'topic':
      return sql`${m}.stream_id is not null and fold_case(${m}.topic) = fold_case(${term.topic})`
    case 'sender':
      return sql`${m}.sender_id = ${term.userId}`
    case 'mentions':
      return isFlagged(reader, term.userId, sql`flags.mentioned`, alias)
    case 'message':
      return sql`${m}.id = ${term.id}`
    case 'from':
      return sql`${m}.id >= ${term.id}`
    case 'below':
      return sql`${m}.id < ${term.id}`
    case 'has':
      return hasCondition(reader, term.what, alias)
    case 'search':
      return hasWords(m, term.words)
    case 'nothing':
      return sql`false`
    case 'private':
      return sql`${m}.dm_group_id is not null`
    case 'public streams':
      return sql`${m}.stream_id in (
        select id from streams where realm_id = ${reader.realm_id} and not invite_only)`
    case 'resolved':
      return sql`${m}.topic like ${`${resolvedMark}%`}`
    case 'starred':
      return isFlagged(reader, reader.id, sql`flags.starred`, alias)
    case 'alerted':
      return isFlagged(reader, reader.id, sql`flags.has_alert_word`, alias)
    case 'mentioned':
      return isMentioned(reader, alias)
    case 'unread':
      return isUnreadBy(reader, alias)
    case 'muted':
      return isMutedFor(reader, alias)
    case 'followed':
      return isFollowedFor(reader, alias)
  }
}

function streamCondition(
  reader: Reader,
  { streamId, access, since }: NamedStream,
  alias: Alias,
): RawBuilder<boolean> {
  const m = sql.ref(alias)
  if (access === 'none') return sql`false`
  const isInStream = sql<boolean>`${m}.stream_id = ${streamId}`
  if (access === 'all') return isInStream
  return sql`${isInStream} and ${m}.id > ${since ?? 0} and ${wasSubscribed(reader, alias)}`
}

/** Private conversations that include the reader and all of these users. */
function withParticipants(
  reader: Reader,
  userIds: readonly number[],
  alias: Alias,
): RawBuilder<boolean> {
  const everybody = [...new Set([...userIds, reader.id])]
  return sql`${sql.ref(alias)}.dm_group_id in (
    select dm_group_id from dm_group_members
    where realm_id = ${reader.realm_id} and user_id = any(${everybody}::bigint[])
    group by dm_group_id having count(*) = ${everybody.length})`
}

function isFlagged(
  reader: Reader,
  userId: number,
  flag: RawBuilder<unknown>,
  alias: Alias,
): RawBuilder<boolean> {
  return sql`exists (
    select from message_flags flags
    where flags.realm_id = ${reader.realm_id} and flags.user_id = ${userId}
      and flags.message_id = ${sql.ref(alias)}.id and ${flag})`
}

/** Whether the reader is mentioned, by name or by a wildcard: few messages, found by an index. */
function isMentioned(reader: Reader, alias: Alias): RawBuilder<boolean> {
  return sql`${sql.ref(alias)}.id in (
    select message_id from message_flags
    where realm_id = ${reader.realm_id} and user_id = ${reader.id}
      and (mentioned or topic_wildcard_mentioned)
    union all
    select everybody.id from messages everybody
    where everybody.realm_id = ${reader.realm_id} and everybody.mentions_everybody
      and ${isReceivedBy(reader, 'everybody')})`
}

function hasCondition(reader: Reader, what: HasWord, alias: Alias): RawBuilder<boolean> {
  const m = sql.ref(alias)
  switch (what) {
    case 'attachment':
      return sql`${m}.has_attachment`
    case 'image':
      return sql`${m}.has_image`
    case 'link':
      return sql`${m}.has_link`
    case 'reaction':
      return sql`exists (
        select from reactions
        where reactions.realm_id = ${reader.realm_id} and reactions.message_id = ${m}.id)`
  }
}
