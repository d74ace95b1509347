import { isSameName } from '../../../shared/rules/letter-case'
import { roles } from '../../../shared/rules/roles'
import type { Role } from '../../../shared/rules/roles'
import { findLoss } from '../../chat/actions/users/role'
import { checkUserGroupName } from '../../chat/actions/user-groups/create-group'
import { ownStreamIds } from '../../chat/access/streams/access-stream'
import { BadRequestError } from '../../chat/rules/errors'
import type { Tx } from '../../data/engine/database'
import { listManagedGroups, listNamedGroups } from '../../data/groups/managed'
import type { NamedGroup } from '../../data/groups/managed'
import { findClaimGrants } from '../../data/identities/claim-grants'
import type { ClaimGrants } from '../../data/identities/claim-grants'
import { listStreamsWithIds } from '../../data/streams/streams'
import type { StreamRow, UserRow } from '../../data/schema'
import type { Claimant, Comparison } from './claimant'
import { evaluate } from './evaluate'
import { planFields } from './plan-fields'
import type { PlannedField } from './plan-fields'

/** Changes of an account that the rules of a provider ask for. */
export interface ClaimPlan {
  /** Whether each rule fits, in their order. */
  fits: readonly boolean[]
  /** Undefined: the role stays. */
  role: Role | undefined
  groups: {
    join: readonly NamedGroup[]
    leave: readonly NamedGroup[]
    /** Names of groups to make. */
    make: readonly string[]
  }
  streams: { join: readonly StreamRow[]; leave: readonly StreamRow[] }
  fields: readonly PlannedField[]
  /** Sentences about grants that cannot be given. A login goes on without them. */
  ignored: readonly string[]
  /** The grants to remember; undefined: none were given before or now. */
  grants: ClaimGrants | undefined
}

/** Groups that the claims of one person may name. */
const maxNamedGroups = 100

/**
 * Compares an account with the grants that the rules give, and changes nothing.
 * Source: docs/protocol/single-sign-on.md#claim-rules.
 */
export async function planClaims(tx: Tx, claimant: Claimant): Promise<ClaimPlan> {
  const { realmId, user, slug, rules, claims } = claimant
  const before = user && (await findClaimGrants(tx, { realmId, userId: user.id, slug }))
  const wanted = evaluate(rules, claims)
  const ignored: string[] = []
  const role = await planRole(tx, user, { before, wanted, ignored })
  const groups = await planGroups(tx, claimant, { wanted, ignored })
  const streams = await planStreams(tx, claimant, { before, wanted, ignored })
  const { fields, fieldIds } = await planFields(tx, claimant, { before, wanted, ignored })
  const grants = {
    ...(wanted.role !== undefined && { role: wanted.role }),
    ...(streams.granted.length > 0 && { streamIds: streams.granted }),
    ...(fieldIds.length > 0 && { fieldIds }),
  }
  const isNothing = !before && Object.keys(grants).length === 0
  return {
    ...{ fits: wanted.fits, role, groups, streams, fields, ignored },
    grants: isNothing ? undefined : grants,
  }
}

/** A role that a rule gave ends with its claim, unless somebody has given another one since. */
async function planRole(
  tx: Tx,
  user: UserRow | undefined,
  { before, wanted, ignored }: Comparison,
): Promise<Role | undefined> {
  const isWithdrawn = wanted.role === undefined && before?.role === user?.role
  const role = wanted.role ?? (before?.role !== undefined && isWithdrawn ? roles.member : undefined)
  if (role === undefined || role === user?.role) return undefined
  const loss = user && (await findLoss(tx, user, role))
  if (loss === undefined) return role
  ignored.push(`The only ${loss} keeps this role.`)
  return undefined
}

async function planGroups(
  tx: Tx,
  { realmId, user, slug }: Claimant,
  { wanted: { groupIds, groupNames }, ignored }: Comparison,
): Promise<ClaimPlan['groups']> {
  const names = groupNames.slice(0, maxNamedGroups)
  if (names.length < groupNames.length) {
    ignored.push(`Only the first ${maxNamedGroups} of ${groupNames.length} groups count.`)
  }
  const managed = await listManagedGroups(tx, { realmId, slug, userId: user?.id })
  const present = new Set(managed.flatMap(({ id, isMember }) => (isMember ? id : [])))
  const known = await listNamedGroups(tx, realmId, { names, ids: [...groupIds, ...present] })
  const isNamed = ({ name }: NamedGroup) => names.some((each) => isSameName(each, name))
  const usable = known.filter((group) => {
    const objection = objectionTo(group, slug)
    if (objection !== undefined && isNamed(group)) ignored.push(objection)
    return objection === undefined
  })
  const entitled = usable.filter((group) => groupIds.has(group.id) || isNamed(group))
  const entitledIds = new Set(entitled.map(({ id }) => id))
  const missing = names.filter((name) => !known.some((group) => isSameName(group.name, name)))
  return {
    join: entitled.filter(({ id }) => !present.has(id)),
    leave: usable.filter(({ id }) => present.has(id) && !entitledIds.has(id)),
    make: missing.filter((name) => isPossible(name, ignored)),
  }
}

function objectionTo(group: NamedGroup, slug: string): string | undefined {
  const { name, isSystemGroup, isDeactivated, managedBy } = group
  if (isSystemGroup) return `The members of the group ${name} follow from their roles.`
  if (isDeactivated) return `The group ${name} is deactivated.`
  return managedBy === slug ? undefined : `The group ${name} is not managed by these rules.`
}

function isPossible(name: string, ignored: string[]): boolean {
  try {
    checkUserGroupName(name)
    return true
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error
    ignored.push(`The group ${name.slice(0, 100)} cannot be made: ${error.message}`)
    return false
  }
}

/** People may leave a stream that a rule gave them; it is given once for as long as the claim lasts. */
async function planStreams(
  tx: Tx,
  { realmId, user }: Claimant,
  { before, wanted: { channelIds }, ignored }: Comparison,
): Promise<ClaimPlan['streams'] & { granted: number[] }> {
  const given = before?.streamIds ?? []
  const concerned = [...new Set([...given, ...channelIds])]
  if (concerned.length === 0) return { join: [], leave: [], granted: [] }
  const streams = await listStreamsWithIds(tx, realmId, concerned)
  const own = user ? await ownStreamIds(tx, user) : new Set<number>()
  const open = streams.filter(({ deactivated_at }) => !deactivated_at)
  if (open.length < channelIds.size) {
    const gone = [...channelIds].filter((id) => !open.some((stream) => stream.id === id))
    ignored.push(...gone.map((id) => `The channel ${id} is archived or gone.`))
  }
  const isGiven = new Set(given)
  const join = open.filter(({ id }) => channelIds.has(id) && !isGiven.has(id) && !own.has(id))
  const joined = new Set(join.map(({ id }) => id))
  return {
    join,
    leave: open.filter(({ id }) => isGiven.has(id) && !channelIds.has(id) && own.has(id)),
    // A stream that its person joined alone stays theirs.
    granted: concerned.filter((id) => channelIds.has(id) && (isGiven.has(id) || joined.has(id))),
  }
}
