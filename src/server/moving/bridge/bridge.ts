import type { AppContext } from '../../context'
import { holdBridge } from '../../data/bridges/bridges'
import type { BridgeChannelRow } from '../../data/bridges/bridges'
import type { Tx } from '../../data/engine/database'
import type { ImportScope } from '../../data/import/keys'
import { findStreamById } from '../../data/streams/streams'
import type { RealmRow, StreamRow, UserRow } from '../../data/schema'
import { publish } from '../../events/publish'
import { domainOf } from '../../chat/access/users/user-visibility'
import { joinedGroupsEvents } from '../../chat/notify/user-groups/group-events'
import { unknownUserEvent, userAddedEvents } from '../../chat/notify/users/user-events'
import type { ImportJob } from '../import/job/job'
import { Pace } from '../import/job/pace'
import { PeopleMap } from '../import/job/people-map'
import { Report } from '../import/job/report'

export type BridgeContext = Pick<
  AppContext,
  | 'addresses'
  | 'clock'
  | 'config'
  | 'db'
  | 'events'
  | 'files'
  | 'log'
  | 'caches'
  | 'presence'
  | 'renderer'
>

/** The lease of a bridge: its process writes only while it has it. */
export interface BridgeLease {
  duty: string
  holder: string
}

/** Another process has the bridge now. */
export class BridgeLostError extends Error {
  override name = 'BridgeLostError'

  constructor() {
    super('Another process has taken the bridge.')
  }
}

/** A private stream or channel became public, or a public one private: nothing is carried until an operator decides. */
export class PrivacyChangedError extends Error {
  override name = 'PrivacyChangedError'

  constructor() {
    super('A stream and its channel are not both private or both public.')
  }
}

/** The side of a bridge in Parley: the organization, and the writers of imports for its accounts, files and texts. */
export class ParleySide {
  readonly scope: ImportScope
  private readonly domain: string

  constructor(
    readonly ctx: BridgeContext,
    readonly realm: RealmRow,
    readonly source: string,
    private readonly lease: BridgeLease,
    private readonly people = PeopleMap.empty,
  ) {
    this.scope = { realmId: realm.id, source }
    this.domain = domainOf(ctx.config, { realm_string_id: realm.string_id })
  }

  /** Runs a transaction that counts only if this process still has the bridge. @throws BridgeLostError */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.ctx.db.transaction(async (tx) => {
      await this.guard(tx)
      return work(tx)
    })
  }

  private readonly guard = async (tx: Tx): Promise<void> => {
    if (!(await holdBridge(tx, this.lease))) throw new BridgeLostError()
  }

  /** A job for the writers of imports, with a report of its own. */
  job(): ImportJob {
    return {
      ctx: this.ctx,
      realm: this.realm,
      source: this.source,
      ...{ makesRealm: false, madeRealm: false, seen: new Map() },
      people: this.people,
      report: new Report(),
      pace: new Pace({ countEvents: () => Promise.resolve(0) }),
      guard: this.guard,
      onNewUsers: (tx, users) => this.announce(tx, users),
    }
  }

  private async announce(tx: Tx, users: readonly UserRow[]): Promise<void> {
    if (users.length === 0) return
    const ids = users.map(({ id }) => id)
    await publish(tx, this.realm.id, [
      ...users.flatMap((user) => [...userAddedEvents(user), unknownUserEvent(user, this.domain)]),
      ...(await joinedGroupsEvents(tx, this.realm.id, ids)),
    ])
  }

  /**
   * The stream of a channel, unless it was archived.
   * @throws PrivacyChangedError for one with other readers than the channel
   */
  async stream(channel: BridgeChannelRow): Promise<StreamRow | undefined> {
    const stream = await findStreamById(this.ctx.db.query, this.realm.id, channel.stream_id)
    if (stream && stream.invite_only !== channel.is_private) throw new PrivacyChangedError()
    return stream
  }
}
