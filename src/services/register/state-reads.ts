import type { AppContext } from '../../context'
import type { Queryable } from '../../db/engine/database'
import { readOwnState } from '../../db/users/own-state'
import type { OwnState } from '../../db/users/own-state'
import { addUpRealmChanges } from '../../db/realms/versions'
import type { SharedReads } from '../../db/engine/shared-reads'
import { maxUnreadTold } from '../../db/read-state/unread-gaps'
import type { StateRequest } from './state/family'

/** Clients list that many private conversations at most. Source: client notes 6.4. */
const limits = { conversations: 1_000, unread: maxUnreadTold }
/** To add up more rows than that takes longer than to make them fewer. */
const manyChanges = 100

type Context = Pick<AppContext, 'db' | 'accounts' | 'clock' | 'realmMemory'>
type Reads = Pick<StateRequest, 'db' | 'roster' | 'own' | 'remembered' | 'rememberedAMinute'>

/**
 * How the initial state of an account is read: with the first part that needs it, so always after
 * the queue was registered.
 *
 * @param wanted all that will be asked for of what is the account's own
 */
export function openStateReads(
  ctx: Context,
  account: StateRequest['account'],
  wanted: ReadonlySet<keyof OwnState>,
): Reads {
  const db = ctx.db.query
  const { realm_id: realmId } = account
  let reading: Promise<Partial<OwnState>> | undefined

  async function own<P extends keyof OwnState>(part: P): Promise<OwnState[P]> {
    reading ??= readOwn(ctx.db, account, wanted)
    const value = (await reading)[part]
    if (value === undefined) throw new Error(`No family has said that it needs ${part}.`)
    return value
  }

  return {
    db,
    roster: () => ctx.accounts.roster(realmId),
    own,
    async remembered(part, load, variant = '') {
      const counted = (await own('realmVersions')).find((each) => each.part === part)
      const version = counted?.version ?? 0
      return ctx.realmMemory.read(realmId, `${part} ${variant}`, version, load)
    },
    rememberedAMinute(name, load) {
      const minute = Math.floor(ctx.clock.now().getTime() / 60_000)
      return ctx.realmMemory.read(realmId, name, minute, load)
    },
  }
}

async function readOwn(
  { query, sharedReads }: { query: Queryable; sharedReads: SharedReads },
  account: StateRequest['account'],
  wanted: ReadonlySet<keyof OwnState>,
): Promise<Partial<OwnState>> {
  // Those who want messages alone, as most bots do, come back in crowds and share a statement.
  if (wanted.size === 1 && wanted.has('lastReceivedId')) {
    const key = { realmId: account.realm_id, userId: account.id }
    return { lastReceivedId: await sharedReads.lastReceivedId(key) }
  }
  const own: Partial<OwnState> = await readOwnState(query, account, [...wanted], limits)
  if (own.realmVersions?.some(({ rows }) => rows > manyChanges)) {
    // It only makes the next time cheaper, and also databases that take no writes are read.
    await addUpRealmChanges(query, account.realm_id).catch(() => undefined)
  }
  return own
}
