import { readFileSync } from 'node:fs'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { RedisConnection } from '../../redis/connection'
import { batched } from '../../runtime/batches'
import { idleAfterSeconds } from '../../wire/presence'
import { noteAfterSeconds, offlineThresholdSeconds } from '../presence'
import type { Presence, SignOfLife } from '../presence'
import type { NewerPresences, NotedSign, PresenceStore } from '../presence-store'
import { RealmPresences } from '../realm-presences'
import type { PresenceChange } from '../realm-presences'
import { presenceKeys } from './keys'

export interface RedisPresenceOptions {
  url: string
  keyPrefix: string
  log: Pick<Logger, 'info' | 'warn'>
  /** No call to Redis waits longer. */
  commandTimeoutMs?: number
}

const defaultCommandTimeoutMs = 3_000
/** Whose presences this worker keeps; those of others are fetched again. */
const maxRealms = 1_000

/** Enough for a crowd that comes back at once. */
const maxSignsPerCall = 500

type Script = (records: string, order: string, ...args: (string | number)[]) => Promise<unknown>
type Commands = Record<'noteSigns' | 'forgetUsers', Script>

/** A question about a realm: with a sign of life, or only for what is new. */
type Question = SignOfLife | undefined

/** What this worker knows of a realm once its question is answered. */
interface Answer {
  realm: RealmPresences
  isNews: boolean
}

/**
 * Presences in Redis, shared by any number of workers. Each worker keeps a copy of what it read,
 * and fetches with every question what was noted since: a client that asks for what is new, or
 * for everybody, costs Redis no more than that. Questions that come while one is being answered
 * are asked together. Connects at once, and again for ever.
 */
export class RedisPresence implements PresenceStore {
  private readonly connection: RedisConnection
  private readonly commands: Commands
  private readonly realms: LRUCache<number, (question: Question) => Promise<Answer>>

  constructor(private readonly options: RedisPresenceOptions) {
    const { url, keyPrefix, log, commandTimeoutMs = defaultCommandTimeoutMs } = options
    const key = presenceKeys(keyPrefix, 0).records
    this.connection = new RedisConnection({ url, key, role: 'commands', commandTimeoutMs, log })
    this.commands = defineCommands(this.connection)
    this.realms = new LRUCache({ max: maxRealms, memoMethod: (realmId) => this.openRealm(realmId) })
  }

  async note(realmId: number, sign: SignOfLife): Promise<NotedSign> {
    const { realm, isNews } = await this.realms.memo(realmId)(sign)
    const presence = realm.find(sign.userId)
    if (!presence) throw new Error('A presence vanished while it was noted.')
    return { presence, isNews, listSince: (updateId) => realm.listSince(updateId) }
  }

  async list(realmId: number, sinceUpdateId: number): Promise<NewerPresences> {
    return (await this.read(realmId)).listSince(sinceUpdateId)
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

  private async read(realmId: number): Promise<RealmPresences> {
    return (await this.realms.memo(realmId)(undefined)).realm
  }

  /** A way to ask about a realm, with the copy that is brought up to date by asking. */
  private openRealm(realmId: number): (question: Question) => Promise<Answer> {
    let realm = new RealmPresences()
    const askAll = async (questions: readonly Question[]): Promise<Answer[]> => {
      const signs = questions.filter((question) => question !== undefined)
      const answer = await this.ask(realmId, realm.lastUpdateId, signs)
      if (answer.lastUpdateId < realm.lastUpdateId) {
        // Redis lost what the copy was made of.
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
    name: keyof Commands,
    realmId: number,
    args: readonly (string | number)[],
  ): Promise<unknown> {
    const { records, order } = presenceKeys(this.options.keyPrefix, realmId)
    return this.connection.call(() => this.commands[name](records, order, ...args))
  }
}

/** User id, update id and record of each. */
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

function defineCommands({ redis }: RedisConnection): Commands {
  for (const name of ['noteSigns', 'forgetUsers']) {
    redis.defineCommand(name, { numberOfKeys: 2, lua: readScript(name) })
  }
  return redis as unknown as Commands
}

/** A script with the parts that it includes. */
function readScript(name: string): string {
  const fileName = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return readLua(`${fileName}.lua`).replace(/^-- include: (.+)$/gm, (_line, part: string) =>
    readLua(part),
  )
}

function readLua(file: string): string {
  return readFileSync(path.join(__dirname, 'scripts', file), 'utf8')
}
