import type { DatedQueryable, Queryable } from '../../../data/engine/database'
import { mapDmGroups, memberKey } from '../../../data/messages/dm-groups'
import type { DmGroup } from '../../../data/messages/dm-groups'
import type { Reader } from '../../../data/access/rule'
import type {
  NamedStream,
  NarrowBase,
  NarrowCondition,
  ResolvedNarrow,
  ResolvedTerm,
} from '../../../data/history/narrow-conditions'
import { mapUserReferences } from '../../../data/history/narrow-names'
import { idOfHiddenAddress } from '../../../data/users/placeholder-addresses'
import type { Requester } from '../../rules/authentication'
import { isGuest } from '../../../../shared/rules/roles'
import { isLimited, sightOf } from '../users/user-visibility'
import { BadNarrowError } from './written-terms'
import type { Reference } from './operands'
import { accessStreams } from './streams'
import type { MessageTerm } from './terms'
import { partedByTime, resolveTimes } from './times'
import type { TimelessTerm } from './times'
import { locateConversation } from './with-message'

/**
 * Looks up the names of a narrow for its reader: one statement each for streams, users and conversations, one for each
 * end of a period, and only for the kinds that the narrow names.
 *
 * @throws BadNarrowError for unknown streams and users, and for streams hidden from the reader
 * Sources: docs/protocol/history.md#narrow-base, docs/protocol/history.md#bad-narrow.
 */
export async function resolveNarrow(
  db: DatedQueryable,
  reader: Requester,
  written: readonly MessageTerm[],
): Promise<ResolvedNarrow> {
  if (written.length === 0) return { base: 'history', terms: [] }
  const located = await locateConversation(db, reader, written)
  const { timeless, times } = partedByTime(located)
  const names = await lookUp(db, reader, timeless)
  const named = timeless.map(({ condition, negated }) => ({
    condition: conditionOf(reader, condition, names),
    negated,
  }))
  const terms = [...named, ...(await resolveTimes(db, reader, times))]
  return { base: baseOf(reader, terms), terms }
}

/** The streams, users and conversations that the names of a narrow refer to. */
interface Names {
  streams: Map<Reference, NamedStream>
  users: Map<Reference, number>
  /** Private conversations by member key. */
  groups: Map<string, DmGroup>
}

async function lookUp(
  db: DatedQueryable,
  reader: Requester,
  terms: readonly TimelessTerm[],
): Promise<Names> {
  const streams = terms.flatMap(({ condition }) =>
    condition.kind === 'stream' && 'stream' in condition ? condition.stream : [],
  )
  const users = await lookUpUsers(db, reader, terms)
  const keys = terms.flatMap(({ condition }) =>
    condition.kind === 'conversation' && 'users' in condition
      ? conversationKey(reader, condition.users, users)
      : [],
  )
  return {
    streams: await accessStreams(db, reader, streams),
    users,
    groups: await mapDmGroups(db, reader.realm_id, keys),
  }
}

async function lookUpUsers(
  db: Queryable,
  reader: Requester,
  terms: readonly TimelessTerm[],
): Promise<Names['users']> {
  const references = terms.flatMap(({ condition }) => {
    if ('users' in condition) return condition.users
    return 'user' in condition ? condition.user : []
  })
  if (references.length === 0) return new Map()
  const users = await mapKnown(db, reader, references)
  const unknown = references.find((reference) => !users.has(reference))
  if (unknown !== undefined) throw new BadNarrowError(`unknown user ${unknown}`)
  return users
}

/**
 * Ids of users by reference. A limited guest can refer to a hidden user by id or by placeholder address; the
 * real address counts as unknown.
 * Source: docs/protocol/accounts.md#unknown-users.
 */
async function mapKnown(
  db: Queryable,
  reader: Requester,
  references: readonly Reference[],
): Promise<Names['users']> {
  const idOfHidden = (reference: Reference) =>
    isLimited(reader) ? idOfHiddenAddress(reference) : undefined
  const hiddenIds = references.flatMap((reference) => idOfHidden(reference) ?? [])
  const users = await mapUserReferences(db, reader.realm_id, [...references, ...hiddenIds])
  const knows = await sightOf(db, reader)
  const known = new Map<Reference, number>()
  for (const reference of references) {
    const user = users.get(reference)
    const hidden = users.get(idOfHidden(reference) ?? '')
    if (user && (typeof reference === 'number' || knows(user))) known.set(reference, user.id)
    else if (hidden && !knows(hidden)) known.set(reference, hidden.id)
  }
  return known
}

function conditionOf(
  reader: Reader,
  condition: TimelessTerm['condition'],
  { streams, users, groups }: Names,
): NarrowCondition {
  if ('stream' in condition) return streams.get(condition.stream) as NamedStream
  if ('user' in condition)
    return { kind: condition.kind, userId: users.get(condition.user) as number }
  if (!('users' in condition)) return condition
  if (condition.kind === 'participants') {
    return {
      kind: 'participants',
      userIds: condition.users.map((user) => users.get(user) as number),
    }
  }
  const group = groups.get(conversationKey(reader, condition.users, users))
  return group ? { kind: 'conversation', dmGroupId: group.id } : { kind: 'nothing' }
}

/** The reader is always a member, named or not. */
function conversationKey(
  reader: Reader,
  references: readonly Reference[],
  users: Names['users'],
): string {
  return memberKey([reader.id, ...references.map((reference) => users.get(reference) as number)])
}

/**
 * The base set of messages that a narrow filters. A narrow with a stream or conversation covers everything
 * there that the reader may read; other narrows cover received messages. Narrows by flag also cover messages
 * that were never received.
 */
function baseOf(reader: Reader, terms: readonly ResolvedTerm[]): NarrowBase {
  const kinds = new Set(terms.flatMap(({ condition, negated }) => (negated ? [] : condition.kind)))
  const has = (...some: NarrowCondition['kind'][]) => some.some((kind) => kinds.has(kind))
  if (has('stream', 'conversation', 'nothing')) return 'named'
  if (has('public streams')) return isGuest(reader) ? 'readable' : 'named'
  if (has('private', 'participants')) return 'private'
  if (has('message', 'starred', 'mentioned', 'alerted')) return 'readable'
  return 'history'
}
