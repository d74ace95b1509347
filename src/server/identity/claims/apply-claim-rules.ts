import type { AppContext } from '../../context'
import { changeRole } from '../../chat/actions/users/change-user'
import { storeGroup } from '../../chat/actions/user-groups/create-group'
import { storeMembers } from '../../chat/actions/user-groups/members'
import { storeProfile } from '../../chat/actions/profile-fields/values'
import { unsubscribeUsers } from '../../chat/actions/streams/remove-subscriptions'
import { subscribeUsers } from '../../chat/actions/streams/subscribe'
import type { Tx } from '../../data/engine/database'
import { listUserGroups } from '../../data/groups/groups'
import { findClaimGrants, storeClaimGrants } from '../../data/identities/claim-grants'
import type { UserRow } from '../../data/schema'
import { findUserById } from '../../data/users/users'
import type { UserWithRealm } from '../../data/users/users'
import type { IdentityProvider } from '../providers/find-providers'
import { manageGroups } from './manage-groups'
import { planClaims } from './plan'
import type { ClaimPlan } from './plan'
import type { Claims } from './claim-rule'

type Context = Pick<AppContext, 'caches' | 'log' | 'renderer'>

interface Application {
  user: UserRow
  provider: Pick<IdentityProvider, 'realmId' | 'slug' | 'claimRules'>
  claims: Claims
}

/**
 * Gives and withdraws roles, groups, streams and profile fields by the rules of a provider. A grant that cannot be given is
 * logged, and the login goes on. The caller has locked the accounts.
 *
 * Source: docs/protocol/single-sign-on.md#claim-rules.
 */
export async function applyClaimRules(
  ctx: Context,
  tx: Tx,
  { user, provider: { realmId, slug, claimRules: rules }, claims }: Application,
): Promise<void> {
  const grantee = { realmId, userId: user.id, slug }
  // Most providers have no rules, and their logins pay one statement.
  if (rules.length === 0 && !(await findClaimGrants(tx, grantee))) return
  const plan = await planClaims(tx, { realmId, user, slug, rules, claims })
  if (plan.ignored.length > 0) {
    ctx.log.warn({ userId: user.id, slug, ignored: plan.ignored }, 'some claims give nothing')
  }
  if (plan.role !== undefined) await changeRole(tx, user, plan.role)
  await changeGroups(tx, user, slug, plan)
  await changeStreams(tx, user, plan)
  if (plan.fields.length > 0) await storeProfile(ctx, tx, await current(tx, user), plan.fields)
  if (plan.grants) await storeClaimGrants(tx, grantee, plan.grants)
}

/** The account as it is after the changes so far. */
async function current(tx: Tx, { realm_id, id }: UserRow): Promise<UserWithRealm> {
  const user = await findUserById(tx, realm_id, id)
  if (!user) throw new Error(`The account ${id} is gone`)
  return user
}

async function changeGroups(
  tx: Tx,
  { realm_id: realmId, id }: UserRow,
  slug: string,
  { groups: { join, leave, make } }: ClaimPlan,
): Promise<void> {
  const ids = [...join, ...leave].map((group) => group.id)
  const joined = new Set(join.map((group) => group.id))
  for (const group of ids.length === 0 ? [] : await listUserGroups(tx, realmId, ids)) {
    const isJoining = joined.has(group.id)
    await storeMembers(tx, group, {
      ...{ joining: isJoining ? [id] : [], leaving: isJoining ? [] : [id] },
      subgroups: { add: [], delete: [] },
    })
  }
  for (const name of make) {
    const group = await storeGroup(tx, realmId, {
      ...{ name, description: '', creatorId: null, permissions: {} },
      ...{ memberIds: [id], subgroupIds: [] },
    })
    await manageGroups(tx, realmId, { slug, groupIds: [group.id] })
  }
}

async function changeStreams(
  tx: Tx,
  user: UserRow,
  { streams: { join, leave } }: ClaimPlan,
): Promise<void> {
  if (join.length + leave.length === 0) return
  const users = [await current(tx, user)]
  if (join.length > 0) await subscribeUsers(tx, user.realm_id, { users, streams: join })
  if (leave.length > 0) await unsubscribeUsers(tx, user.realm_id, { users, streams: leave })
}
