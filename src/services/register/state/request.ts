import type { IntegrationFacts } from './integrations'
import type { AppContext } from '../../../context'
import type { Queryable } from '../../../db/engine/database'
import { maxUnreadTold } from '../../../db/read-state/unread-gaps'
import { addUpRealmChanges } from '../../../db/realms/versions'
import type { RealmPart } from '../../../db/realms/versions'
import { readOwnState } from '../../../db/users/own-state'
import type { OwnState } from '../../../db/users/own-state'
import type { Sized } from '../../../memory/realm-parts'
import type { Roster } from '../../../memory/rosters'
import type { PresenceStore } from '../../../presence/presence'
import type { ClientCapability } from '../../../wire/events'
import type { Requester } from '../../authentication'

/** How parts of the initial state are read, none before the queue was registered. */
export interface StateReads {
  db: Queryable
  /** The accounts of everybody in the realm. */
  roster(): Promise<Roster>
  /** A part of what is the requester's own, read at once for all families that are wanted. */
  own<P extends keyof OwnState>(part: P): Promise<OwnState[P]>
  /**
   * Something that is made of a part of the realm and reads the same for everybody; not read again
   * while nobody has changed that part.
   *
   * @param variant names what else it depends on, such as what the client can deal with
   */
  remembered<T extends Sized>(part: RealmPart, load: () => Promise<T>, variant?: string): Promise<T>
  /**
   * Something that no event tells of and that may be a minute old; it also reads the same for
   * everybody.
   */
  rememberedAMinute<T extends Sized>(name: string, load: () => Promise<T>): Promise<T>
}

/** A request for the initial state: who asks, and what their client wants and can deal with. */
export interface StateRequest extends StateReads {
  now: Date
  /** The requester, loaded after the queue was registered. */
  account: Requester
  /** Address of this server as the client sees it. */
  origin: string
  externalHost: string
  maxFileUploadMib: number
  /** The version of the web app that all workers serve; null where there is none. */
  webVersion: string | null
  /** 0: unlimited. */
  uploadQuotaMib: number
  /** What new passwords must be. */
  passwordMinLength: number
  passwordMinGuesses: number
  /** Jitsi server of organisations that name none; null: there is none. */
  jitsiServerUrl: string | null
  /** Empty where clients search no pictures. */
  giphyApiKey: string
  includeSubscribers: boolean
  clientGravatar: boolean
  /** Kinds of incoming webhooks, for forms that build their addresses. */
  integrations: readonly IntegrationFacts[]
  /** Whether the client declared a capability. */
  can(capability: ClientCapability): boolean
  /** Presences keyed by user id instead of email. */
  slimPresence: boolean
  presence: PresenceStore
  /** Presences of people who were there in these days; undefined = as usual. */
  presenceHistoryDays: number | undefined
}

type Context = Pick<AppContext, 'clock' | 'db' | 'memory'>

/**
 * Clients list that many private conversations at most.
 * Source: docs/protocol/register.md#recent-conversations.
 */
const ownStateLimits = { conversations: 1_000, unread: maxUnreadTold }
/** Rows of which more take longer to add up each time than to make them fewer once. */
const manyChanges = 100

/**
 * The reads of one registration. What is the account's own is read with the first part of it that
 * is asked for.
 *
 * @param wanted all parts that will be asked for of what is the account's own
 */
export function openStateReads(
  ctx: Context,
  account: Requester,
  wanted: ReadonlySet<keyof OwnState>,
): StateReads {
  const { memory } = ctx
  const db = ctx.db.query
  const { realm_id: realmId } = account
  let reading: Promise<Partial<OwnState>> | undefined

  async function own<P extends keyof OwnState>(part: P): Promise<OwnState[P]> {
    reading ??= readOwn(ctx, account, wanted)
    const value = (await reading)[part]
    if (value === undefined) throw new Error(`No family has said that it needs ${part}.`)
    return value
  }

  return {
    db,
    roster: () => memory.rosters.read(realmId),
    own,
    async remembered(part, load, variant = '') {
      const counted = (await own('realmVersions')).find((each) => each.part === part)
      const version = counted?.version ?? 0
      return memory.realmParts.read(realmId, `${part} ${variant}`, version, load)
    },
    rememberedAMinute(name, load) {
      const minute = Math.floor(ctx.clock.now().getTime() / 60_000)
      return memory.realmParts.read(realmId, name, minute, load)
    },
  }
}

async function readOwn(
  { db: { query }, memory }: Context,
  account: Requester,
  wanted: ReadonlySet<keyof OwnState>,
): Promise<Partial<OwnState>> {
  // Those who want messages alone, as most bots do, come back in crowds and share a statement.
  if (wanted.size === 1 && wanted.has('lastReceivedId')) {
    const key = { realmId: account.realm_id, userId: account.id }
    return { lastReceivedId: await memory.sharedReads.lastReceivedId(key) }
  }
  const own: Partial<OwnState> = await readOwnState(query, account, [...wanted], ownStateLimits)
  if (own.realmVersions?.some(({ rows }) => rows > manyChanges)) {
    // It only makes the next time cheaper, and also databases that take no writes are read.
    await addUpRealmChanges(query, account.realm_id).catch(() => undefined)
  }
  return own
}
