import { LRUCache } from 'lru-cache'
import type { AccountChange } from '../db/engine/transaction-effects'
import type { UserWithBotOwner } from '../db/users/users'
import type { UserRow } from '../db/schema'
import { viewOfRole } from '../wire/addresses'
import type { AddressView } from '../wire/addresses'
import { presentUser } from '../wire/users'
import type { UserRecord } from '../wire/users'
import type { AccountWatch, Forgetful } from './account-changes/watch'
import type { Counting, Tally } from './tally'

/** Reads every account of a realm, deactivated ones and system bots included. */
export type LoadRoster = (realmId: number) => Promise<readonly UserWithBotOwner[]>

/** Characters of all texts together. */
const maxCharacters = 64_000_000
/** Backstop for what no trigger logs: rows that were deleted, or restored from a backup. */
const maxAgeMs = 600_000

/** Who registers, and what their client can deal with. */
export interface RosterReader {
  viewer: Pick<UserRow, 'id' | 'role'>
  /** The client computes gravatars itself. */
  clientGravatar: boolean
  /** Whom the viewer knows who does not know everybody; absent: they do. */
  knows?: ((user: UserRow) => boolean) | undefined
  /** How those are shown whom the viewer does not know; absent: not at all. */
  presentUnknown?: ((userId: number) => UserRecord) | undefined
}

/**
 * The accounts of a realm as clients are told of them when they register: JSON text, the same for
 * everybody who sees the same addresses, made at most once for each way of reading it. Texts of
 * guests who do not know everybody are not kept.
 */
export class Roster {
  private readonly texts = new Map<string, string>()
  /** Ids of bots' owners; null stands for a bot without one. */
  private readonly botOwnerIds: ReadonlySet<number | null>
  /** The accounts whose address not everybody sees. */
  private readonly hidden: ReadonlyMap<number, UserWithBotOwner>

  constructor(private readonly users: readonly UserWithBotOwner[]) {
    const bots = users.filter((user) => user.is_bot && !user.is_system_bot)
    this.botOwnerIds = new Set(bots.map((bot) => bot.bot_owner_id))
    const hidden = users.filter((user) => user.delivery_email !== null)
    this.hidden = new Map(hidden.map((user) => [user.id, user]))
  }

  /** An estimate, of all texts. */
  get characters(): number {
    const ofProfiles = this.users.reduce((sum, user) => sum + profileCharacters(user), 0)
    const forms = this.hidden.size > 0 ? views.length : 1
    return (this.users.length * 1_200 + 2 * ofProfiles) * forms + 1
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
   * Sources: docs/protocol/register.md#users, docs/protocol/accounts.md#email-visibility.
   */
  members(reader: RosterReader): string {
    const view = this.hidden.size > 0 ? viewOfRole(reader.viewer.role) : 'guest'
    const key = `${view} ${reader.clientGravatar}`
    let text = reader.knows ? this.write(view, reader) : this.texts.get(key)
    if (text === undefined) this.texts.set(key, (text = this.write(view, reader)))
    const own = this.hidden.get(reader.viewer.id)
    return own ? withOwnAddress(text, own) : text
  }

  private write(view: AddressView, reader: RosterReader): string {
    const { clientGravatar, knows, presentUnknown } = reader
    const present = (user: UserWithBotOwner): UserRecord[] => {
      if (knows && !user.is_system_bot && !knows(user)) {
        return presentUnknown ? [presentUnknown(user.id)] : []
      }
      return [presentUser(user, { clientGravatar, botOwnerEmail: user.bot_owner_email, view })]
    }
    const people = this.users.filter((user) => !user.is_system_bot)
    // Whether somebody is still there, those who do not know them are not told.
    const isShownActive = (user: UserRow) => !user.deactivated_at || (knows && !knows(user))
    const lists = {
      realm_users: people.filter(isShownActive).flatMap(present),
      realm_non_active_users: people.filter((user) => !isShownActive(user)).flatMap(present),
      cross_realm_bots: this.users
        .filter((user) => user.is_system_bot)
        .flatMap(present)
        .map((bot) => ({ ...bot, is_system_bot: true })),
    }
    return JSON.stringify(lists).slice(1, -1)
  }
}

/** Ways of looking at accounts, of which each may have its texts. */
const views = ['administrator', 'moderator', 'member', 'guest'] as const

function profileCharacters({ profile_data }: UserRow): number {
  return Object.values(profile_data).reduce(
    (sum, { value, rendered_value }) => sum + 40 + value.length + (rendered_value?.length ?? 0),
    0,
  )
}

/**
 * Everybody sees their own address. Records begin with these members, and quotes inside of texts are
 * escaped, so that nothing else reads like that.
 */
function withOwnAddress(text: string, { id, email, delivery_email }: UserRow): string {
  const start = `{"user_id":${id},"email":${JSON.stringify(email)},"delivery_email":`
  return text.replace(`${start}null`, () => start + JSON.stringify(delivery_email))
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
