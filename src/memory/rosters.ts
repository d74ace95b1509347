import { LRUCache } from 'lru-cache'
import type { AccountChange } from '../db/engine/transaction-effects'
import type { UserWithBotOwner } from '../db/users/users'
import { presentUser } from '../wire/users'
import type { AccountWatch, Forgetful } from './account-changes/watch'
import type { Counting, Tally } from './tally'

/** Reads every account of a realm, deactivated ones and system bots included. */
export type LoadRoster = (realmId: number) => Promise<readonly UserWithBotOwner[]>

/** Characters of all texts together. */
const maxCharacters = 64_000_000
/** Backstop for what no trigger logs: rows that were deleted, or restored from a backup. */
const maxAgeMs = 600_000

/**
 * The accounts of a realm as clients are told of them when they register: JSON text, the same for
 * everybody, made at most once for each way of reading it.
 */
export class Roster {
  private readonly texts = new Map<boolean, string>()
  /** Ids of bots' owners; null stands for a bot without one. */
  private readonly botOwnerIds: ReadonlySet<number | null>

  constructor(private readonly users: readonly UserWithBotOwner[]) {
    const bots = users.filter((user) => user.is_bot && !user.is_system_bot)
    this.botOwnerIds = new Set(bots.map((bot) => bot.bot_owner_id))
  }

  /** An estimate, of both texts. */
  get characters(): number {
    return this.users.length * 1_200 + 1
  }

  /** Whether the realm has bots beside those of the system, deactivated ones included. */
  hasBots(): boolean {
    return this.botOwnerIds.size > 0
  }

  /** Whether an owner has bots, deactivated ones included. */
  hasBotsOf(ownerId: number): boolean {
    return this.botOwnerIds.has(ownerId)
  }

  /**
   * The members `realm_users`, `realm_non_active_users` and `cross_realm_bots` of an object.
   *
   * @param clientGravatar the client computes gravatars itself
   * Source: docs/protocol/register.md#users.
   */
  members(clientGravatar: boolean): string {
    let text = this.texts.get(clientGravatar)
    if (text === undefined) this.texts.set(clientGravatar, (text = this.write(clientGravatar)))
    return text
  }

  private write(clientGravatar: boolean): string {
    const present = (user: UserWithBotOwner) =>
      presentUser(user, { clientGravatar, botOwnerEmail: user.bot_owner_email })
    const people = this.users.filter((user) => !user.is_system_bot)
    const lists = {
      realm_users: people.filter((user) => !user.deactivated_at).map(present),
      realm_non_active_users: people.filter((user) => user.deactivated_at).map(present),
      cross_realm_bots: this.users
        .filter((user) => user.is_system_bot)
        .map((bot) => ({ ...present(bot), is_system_bot: true })),
    }
    return JSON.stringify(lists).slice(1, -1)
  }
}

/**
 * Rosters by realm. They are used while the worker knows of every change to accounts, and forgotten
 * with any change of the realm's.
 */
export class Rosters implements Forgetful, Counting {
  private readonly byRealm = new LRUCache<number, Roster>({
    maxSize: maxCharacters,
    sizeCalculation: (roster) => roster.characters,
    ttl: maxAgeMs,
    ttlResolution: 1_000,
  })
  /** Rosters that are being read, and were not changed since the statement began. */
  private readonly reading = new Map<number, Promise<Roster>>()
  private hits = 0
  private misses = 0

  constructor(
    private readonly load: LoadRoster,
    private readonly watch: Pick<AccountWatch, 'isCurrent'>,
  ) {}

  /** All accounts of a realm, as they were after every change whose call has returned. */
  async read(realmId: number): Promise<Roster> {
    const isCurrent = this.watch.isCurrent()
    const known = isCurrent ? (this.byRealm.get(realmId) ?? this.reading.get(realmId)) : undefined
    if (known) {
      this.hits += 1
      return known
    }
    this.misses += 1
    return isCurrent ? this.begin(realmId) : new Roster(await this.load(realmId))
  }

  forget({ realmId }: AccountChange): void {
    this.byRealm.delete(realmId)
    this.reading.delete(realmId)
  }

  forgetAll(): void {
    this.byRealm.clear()
    this.reading.clear()
  }

  tally(): Tally {
    return { hits: this.hits, misses: this.misses, entries: this.byRealm.size }
  }

  private begin(realmId: number): Promise<Roster> {
    const reading: Promise<Roster> = this.load(realmId).then(
      (users) => {
        const roster = new Roster(users)
        // Otherwise it was forgotten meanwhile, and this may be an older state.
        if (this.reading.get(realmId) === reading) {
          this.reading.delete(realmId)
          this.byRealm.set(realmId, roster)
        }
        return roster
      },
      (error: unknown) => {
        if (this.reading.get(realmId) === reading) this.reading.delete(realmId)
        throw error
      },
    )
    this.reading.set(realmId, reading)
    return reading
  }
}
