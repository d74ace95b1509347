import type { Queryable } from '../../db/engine/database'
import { mapDmGroups, memberKey } from '../../db/messages/dm-groups'
import type { DmGroup } from '../../db/messages/dm-groups'
import type { Reader } from '../../db/access/rule'
import type {
  NamedStream,
  NarrowBase,
  NarrowCondition,
  ResolvedNarrow,
  ResolvedTerm,
} from '../../db/history/narrow-conditions'
import { mapUserReferences } from '../../db/history/narrow-names'
import { idOfHiddenAddress } from '../../wire/addresses'
import type { Requester } from '../authentication'
import { isGuest } from '../permissions'
import { isLimited, sightOf } from '../users/sight'
import { BadNarrowError } from './written-terms'
import type { Reference } from './operands'
import { accessStreams } from './streams'
import type { MessageTerm } from './terms'
import { locateConversation } from './with-message'
import type { LocatedTerm } from './with-message'

/**
 * Looks the names of a narrow up, for whoever wants to read: one statement each for streams,
 * users and conversations, none for what the narrow does not name.
 *
 * @throws BadNarrowError for streams and users that do not exist, and alike for streams that the
 * reader may not know of
 * Sources: docs/protocol/history.md#narrow-base, docs/protocol/history.md#bad-narrow.
 */
export async function resolveNarrow(
  db: Queryable,
  reader: Requester,
  written: readonly MessageTerm[],
): Promise<ResolvedNarrow> {
  if (written.length === 0) return { base: 'history', terms: [] }
  const located = await locateConversation(db, reader, written)
  const names = await lookUp(db, reader, located)
  const terms = located.map(({ condition, negated }) => ({
    condition: conditionOf(reader, condition, names),
    negated,
  }))
  return { base: baseOf(reader, terms), terms }
}

/** Things that the names of a narrow stand for. */
interface Names {
  streams: Map<Reference, NamedStream>
  users: Map<Reference, number>
  /** Private conversations by member key. */
  groups: Map<string, DmGroup>
}

async function lookUp(
  db: Queryable,
  reader: Requester,
  terms: readonly LocatedTerm[],
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
  terms: readonly LocatedTerm[],
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
 * Ids of users as they are referred to. Of those whom a guest may not know, the guest has ids and the addresses that
 * stand for hidden ones; their own address is as unknown as one that nobody has.
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
  condition: LocatedTerm['condition'],
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

/** The reader takes part, named or not. */
function conversationKey(
  reader: Reader,
  references: readonly Reference[],
  users: Names['users'],
): string {
  return memberKey([reader.id, ...references.map((reference) => users.get(reference) as number)])
}

/**
 * The messages that a narrow chooses from. Who names a place sees all of it that they may read; all
 * other narrows are about what was received. Flags are set on messages that were never received,
 * too.
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
