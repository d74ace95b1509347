import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { RedisConnection } from '../../redis/connection'
import type { RedisSettings } from '../../redis/connection'
import { defineScripts } from '../../redis/scripts'
import type { Script } from '../../redis/scripts'
import { batched } from '../../../lib/batches'
import { idleAfterSeconds } from '../../../wire/presence'
import { noteAfterSeconds, offlineThresholdSeconds } from '../presence'
import type {
  NewerPresences,
  NotedSign,
  Presence,
  PresenceChange,
  PresenceStore,
  SignOfLife,
} from '../presence'
import { RealmPresences } from '../realm-presences'

/** Max realms whose presences this worker caches; others are fetched again. */
const maxRealms = 1_000

/** Max reports per call: enough when many clients return at once. */
const maxSignsPerCall = 500

type ScriptName = 'noteSigns' | 'forgetUsers'

/** A request about a realm: with a report, or only for newer presences. */
type Question = SignOfLife | undefined

/** The worker's copy of the realm after the request, and whether the report was news. */
interface Answer {
  realm: RealmPresences
  isNews: boolean
}

/**
 * Presences in Redis, shared by any number of workers. Each worker keeps a copy of the presences it
 * read, and each request fetches only newer ones. Requests that arrive while one is running share
 * the next call. Connects at once, and reconnects forever.
 */
export class RedisPresence implements PresenceStore {
  private readonly connection: RedisConnection
  private readonly scripts: Record<ScriptName, Script>
  private readonly realms: LRUCache<number, (question: Question) => Promise<Answer>>

  constructor(private readonly settings: RedisSettings) {
    const key = presenceKeys(settings.keyPrefix, 0).records
    this.connection = new RedisConnection({ ...settings, key, name: 'presence' })
    this.scripts = defineScripts(this.connection, {
      folder: path.join(__dirname, 'scripts'),
      names: ['noteSigns', 'forgetUsers'],
      numberOfKeys: 2,
    })
    this.realms = new LRUCache({ max: maxRealms, memoMethod: (realmId) => this.openRealm(realmId) })
  }

  async note(realmId: number, sign: SignOfLife): Promise<NotedSign> {
    const { realm, isNews } = await this.realms.memo(realmId)(sign)
    const presence = realm.find(sign.userId)
    if (!presence) throw new Error('A presence vanished while it was noted.')
    return { presence, isNews, realm }
  }

  async list(realmId: number, sinceUpdateId: number): Promise<NewerPresences> {
    return (await this.read(realmId)).listSince(sinceUpdateId)
  }

  async read(realmId: number): Promise<RealmPresences> {
    return (await this.realms.memo(realmId)(undefined)).realm
  }

  async find(realmId: number, userId: number): Promise<Presence | undefined> {
    return (await this.read(realmId)).find(userId)
  }

  async forget(realmId: number, userIds: readonly number[]): Promise<void> {
    await this.run('forgetUsers', realmId, userIds)
  }

  async close(): Promise<void> {
    this.connection.close()
  }

  /** A function for requests about a realm, which keeps a copy of the realm up to date. */
  private openRealm(realmId: number): (question: Question) => Promise<Answer> {
    let realm = new RealmPresences()
    const askAll = async (questions: readonly Question[]): Promise<Answer[]> => {
      const signs = questions.filter((question) => question !== undefined)
      const answer = await this.ask(realmId, realm.lastUpdateId, signs)
      if (answer.lastUpdateId < realm.lastUpdateId) {
        // Redis lost the data behind the copy.
        realm = new RealmPresences()
        answer.changes = (await this.ask(realmId, realm.lastUpdateId, [])).changes
      }
      realm.apply(answer.changes)
      let signsSeen = 0
      return questions.map((sign) => {
        const isNews = sign !== undefined && answer.news[signsSeen++] === '1'
        return { realm, isNews }
      })
    }
    return batched(askAll, { maxItems: maxSignsPerCall })
  }

  private async ask(realmId: number, sinceUpdateId: number, signs: readonly SignOfLife[]) {
    const limits = [idleAfterSeconds, offlineThresholdSeconds, noteAfterSeconds]
    const words = signs.flatMap(({ userId, email, status, at }) => [userId, email, status, at])
    const reply = await this.run('noteSigns', realmId, [sinceUpdateId, ...limits, ...words])
    const [news, lastUpdateId, ...parts] = reply as [string, number, ...string[]]
    return { news, lastUpdateId, changes: parseChanges(parts) }
  }

  private run(
    name: ScriptName,
    realmId: number,
    args: readonly (string | number)[],
  ): Promise<unknown> {
    const { records, order } = presenceKeys(this.settings.keyPrefix, realmId)
    return this.connection.call(() => this.scripts[name](records, order, ...args))
  }
}

/** Parses changes from triples of user id, update id and record. */
function parseChanges(parts: readonly string[]): PresenceChange[] {
  const changes: PresenceChange[] = []
  for (let i = 0; i < parts.length; i += 3) {
    const [user, update, record] = parts.slice(i, i + 3) as [string, string, string]
    const key = { userId: Number(user), updateId: Number(update) }
    const [, activeAt, connectedAt, email] = /^(\d+) (\d+) (.*)$/s.exec(record) ?? []
    changes.push(
      email === undefined
        ? key
        : { ...key, email, activeAt: Number(activeAt), connectedAt: Number(connectedAt) },
    )
  }
  return changes
}

/** The names of presences in Redis, all on one node of a cluster. */
export function presenceKeys(prefix: string, realmId: number) {
  const realm = `{${prefix}:presence}:${realmId}:`
  return {
    /**
     * Hash by user id: times when they were active and connected, and their email; '' if removed.
     */
    records: `${realm}records`,
    /**
     * Sorted set: user ids by the update id of their record. Both keys expire with the latest
     * record.
     */
    order: `${realm}order`,
  }
}
