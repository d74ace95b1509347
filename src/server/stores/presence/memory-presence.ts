import type { Clock } from '../../lib/clock'
import { statusOf } from '../../wire/presence'
import { noteAfterSeconds, offlineThresholdSeconds } from './presence'
import type {
  KnownPresences,
  NewerPresences,
  NotedSign,
  Presence,
  PresenceStore,
  SignOfLife,
} from './presence'
import { RealmPresences } from './realm-presences'

/** The presences of a single-process server, in its memory. */
export class MemoryPresence implements PresenceStore {
  private readonly realms = new Map<number, RealmPresences>()

  constructor(private readonly clock: Clock) {}

  async note(realmId: number, sign: SignOfLife): Promise<NotedSign> {
    const realm = this.realmOf(realmId)
    const previous = realm.find(sign.userId)
    const presence = { ...afterSign(previous, sign), updateId: this.nextUpdateId(realm) }
    const isNews = !previous || isNewsAfter(previous, presence)
    const isNoted = !previous || isNews || isWorthNoting(previous, presence)
    if (isNoted) realm.apply([presence])
    return { presence: isNoted ? presence : previous, isNews, realm }
  }

  async list(realmId: number, sinceUpdateId: number): Promise<NewerPresences> {
    return this.realmOf(realmId).listSince(sinceUpdateId)
  }

  async read(realmId: number): Promise<KnownPresences> {
    return this.realmOf(realmId)
  }

  async find(realmId: number, userId: number): Promise<Presence | undefined> {
    return this.realmOf(realmId).find(userId)
  }

  async forget(realmId: number, userIds: readonly number[]): Promise<void> {
    const realm = this.realmOf(realmId)
    for (const userId of userIds) realm.apply([{ userId, updateId: this.nextUpdateId(realm) }])
  }

  async close(): Promise<void> {
    this.realms.clear()
  }

  /** An update id higher than those before a restart, unless the clock was set back. */
  private nextUpdateId(realm: RealmPresences): number {
    return Math.max(realm.lastUpdateId + 1, this.clock.now().getTime())
  }

  private realmOf(realmId: number): RealmPresences {
    let realm = this.realms.get(realmId)
    if (!realm) this.realms.set(realmId, (realm = new RealmPresences()))
    return realm
  }
}

function afterSign(
  previous: Presence | undefined,
  { userId, email, status, at }: SignOfLife,
): Omit<Presence, 'updateId'> {
  const activeAt = Math.max(previous?.activeAt ?? 0, status === 'active' ? at : 0)
  return { userId, email, activeAt, connectedAt: Math.max(previous?.connectedAt ?? 0, at) }
}

function isNewsAfter(previous: Presence, next: Omit<Presence, 'updateId'>): boolean {
  const wasAway = next.connectedAt - previous.connectedAt > offlineThresholdSeconds
  return wasAway || statusOf(previous) !== statusOf(next)
}

function isWorthNoting(previous: Presence, next: Omit<Presence, 'updateId'>): boolean {
  return (
    next.connectedAt - previous.connectedAt >= noteAfterSeconds ||
    next.activeAt - previous.activeAt >= noteAfterSeconds ||
    next.email !== previous.email
  )
}
