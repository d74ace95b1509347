import type { IntegrationFacts } from './integrations'
import type { Config } from '../../../../config/config'
import type { AppContext } from '../../../../context'
import type { DatedQueryable, Queryable } from '../../../../data/engine/database'
import { readAtOneMoment } from '../../../../data/engine/one-moment'
import { listUnread } from '../../../../data/read-state/unread'
import type { Unread } from '../../../../data/read-state/unread'
import { maxUnreadTold } from '../../../../data/read-state/unread-gaps'
import { addUpRealmChanges } from '../../../../data/realms/versions'
import type { RealmPart } from '../../../../data/realms/versions'
import { readOwnState } from '../../../../data/users/own-state'
import type { OwnState } from '../../../../data/users/own-state'
import type { Sized } from '../../../../caches/realm-parts'
import type { Roster } from '../../../../caches/rosters'
import type { PresenceStore } from '../../../../stores/presence/presence'
import type { ClientCapability } from '../../../../../shared/events'
import type { Requester } from '../../../rules/authentication'

/** Parts of the requester's own state, with the unread messages themselves in place of their outline. */
type OwnParts = Omit<OwnState, 'unread'> & { unread: Unread }

/** Reads of the initial state; all run after the queue was registered. */
export interface StateReads {
  db: DatedQueryable
  /** All accounts of the realm. */
  roster(): Promise<Roster>
  /** A part of the requester's own state; the first call reads the parts of all requested families. */
  own<P extends keyof OwnParts>(part: P): Promise<OwnParts[P]>
  /**
   * A value derived from a part of the realm, the same for all users; cached until the version of the
   * part changes.
   *
   * @param variant distinguishes values of the same part, e.g. by capability of the client
   */
  remembered<T extends Sized>(part: RealmPart, load: () => Promise<T>, variant?: string): Promise<T>
  /**
   * A value that no event updates, the same for all users; cached for up to a minute.
   */
  rememberedAMinute<T extends Sized>(name: string, load: () => Promise<T>): Promise<T>
}

/** A request for the initial state: requester, configuration, options and capabilities of the client. */
export interface StateRequest extends StateReads {
  /** The requester, loaded after the queue was registered. */
  account: Requester
  /** URL of this server as the client sees it. */
  origin: string
  externalHost: string
  maxFileUploadMib: number
  /** Version of the web app that all workers serve; null: no web app. */
  webVersion: string | null
  /** 0: unlimited. */
  uploadQuotaMib: number
  /** Requirements for new passwords. */
  passwordMinLength: number
  passwordMinGuesses: number
  /** Default Jitsi server; null: none. */
  jitsiServerUrl: string | null
  /** The ways to mobile apps. */
  pushConfig: Pick<Config, 'apns' | 'fcm' | 'pushBouncerUrl'>
  /** Whether the server reads linked pages for previews. */
  linkPreviews: boolean
  /** '' disables the search on GIPHY. */
  giphyApiKey: string
  sendsMail: boolean
  includeSubscribers: boolean
  clientGravatar: boolean
  /** Integrations of incoming webhooks, for forms that build webhook URLs. */
  integrations: readonly IntegrationFacts[]
  /** Whether the client declared a capability. */
  can(capability: ClientCapability): boolean
  /** Whether to key presences by user id instead of email. */
  slimPresence: boolean
  presence: PresenceStore
  /** Max age in days of the answered presences; undefined = the default. */
  presenceHistoryDays: number | undefined
}

type Context = Pick<AppContext, 'clock' | 'db' | 'caches'>

/**
 * Max private conversations and unread messages in the state.
 * Source: docs/protocol/register.md#recent-conversations.
 */
const ownStateLimits = { conversations: 1_000, unread: maxUnreadTold }
/** Number of change rows per realm part from which on compacting them pays off. */
const manyChanges = 100

/**
 * Creates the reads of one registration. The first call of `own` reads all parts in `wanted`.
 *
 * @param wanted all parts that `own` will be called with
 */
export function openStateReads(
  ctx: Context,
  account: Requester,
  wanted: ReadonlySet<keyof OwnState>,
): StateReads {
  const { caches } = ctx
  const db = ctx.db.dated()
  const { realm_id: realmId } = account
  let reading: Promise<Partial<OwnParts>> | undefined

  async function own<P extends keyof OwnParts>(part: P): Promise<OwnParts[P]> {
    reading ??= readOwn(ctx, account, wanted)
    const value = (await reading)[part]
    if (value === undefined) throw new Error(`No family has said that it needs ${part}.`)
    return value
  }

  return {
    db,
    roster: () => caches.rosters.read(realmId),
    own,
    async remembered(part, load, variant = '') {
      const counted = (await own('realmVersions')).find((each) => each.part === part)
      const version = counted?.version ?? 0
      return caches.realmParts.read(realmId, `${part} ${variant}`, version, load)
    },
    rememberedAMinute(name, load) {
      const minute = Math.floor(ctx.clock.now().getTime() / 60_000)
      return caches.realmParts.read(realmId, name, minute, load)
    },
  }
}

async function readOwn(
  { db: { query }, caches }: Context,
  account: Requester,
  wanted: ReadonlySet<keyof OwnState>,
): Promise<Partial<OwnParts>> {
  // Most bots request messages only and reconnect in crowds: these reads are batched into one statement.
  if (wanted.size === 1 && wanted.has('lastReceivedId')) {
    const key = { realmId: account.realm_id, userId: account.id }
    return { lastReceivedId: await caches.sharedReads.lastReceivedId(key) }
  }
  const own = await readParts(query, account, [...wanted])
  if (own.realmVersions?.some(({ rows }) => rows > manyChanges)) {
    // Compacting is an optimization of the next read, and the database may be read-only: ignore errors.
    await addUpRealmChanges(query, account.realm_id).catch(() => undefined)
  }
  return own
}

/**
 * Reads parts as of one moment: a message that is moved, or a read state that passes from a topic to its stream, between the
 * outline of the unread messages and the messages would be in neither, or in both.
 */
async function readParts(
  query: Queryable,
  account: Requester,
  wanted: readonly (keyof OwnState)[],
): Promise<Partial<OwnParts>> {
  const read = (db: Queryable) => readOwnState(db, account, wanted, ownStateLimits)
  if (!wanted.includes('unread')) {
    const { unread: _none, ...others }: Partial<OwnState> = await read(query)
    return others
  }
  return readAtOneMoment(query, async (db) => {
    const own = await read(db)
    return { ...own, unread: await listUnread(db, account, own.unread, maxUnreadTold) }
  })
}
