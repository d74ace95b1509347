import { LRUCache } from 'lru-cache'
import type { AccountChange } from '../data/engine/transaction-effects'
import type { UserWithBotOwner } from '../data/users/list-users'
import type { UserRow } from '../data/schema'
import { viewOfRole } from '../wire/addresses'
import type { AddressView } from '../wire/addresses'
import { presentUser } from '../wire/users'
import type { UserRecord } from '../../shared/users'
import { writeInTurns } from '../lib/turns'
import type { AccountWatch, Forgetful } from './account-changes/watch'
import type { Counting, CacheStats } from './cache-stats'

/** Reads all accounts of a realm, including deactivated ones and system bots. */
export type LoadRoster = (realmId: number) => Promise<readonly UserWithBotOwner[]>

/** Max characters of all texts together. */
const maxCharacters = 64_000_000
/** Limit for changes that no trigger logs: deleted rows, or a restored backup. */
const maxAgeMs = 600_000

/** The registering user, and the capabilities of their client. */
export interface RosterReader {
  viewer: Pick<UserRow, 'id' | 'role'>
  /** Whether the client computes gravatars itself. */
  clientGravatar: boolean
  /** For limited guests: whether the viewer may see a user; absent: all users are visible. */
  knows?: ((user: Pick<UserRow, 'id' | 'is_bot'>) => boolean) | undefined
  /** Record of a user the viewer may not see; absent: these users are left out. */
  presentUnknown?: ((userId: number) => UserRecord) | undefined
}

/**
 * The accounts of a realm in the form of the register response: JSON text, shared by all users who
 * see the same addresses, and built at most once per view. Texts for limited guests are not cached.
 */
export class Roster {
  private readonly texts = new Map<string, Promise<string>>()
  /** Ids of bots' owners; null for bots without one. */
  private readonly botOwnerIds: ReadonlySet<number | null>
  /** The accounts whose address is hidden from some users. */
  private readonly hidden: ReadonlyMap<number, UserWithBotOwner>

  constructor(private readonly users: readonly UserWithBotOwner[]) {
    const bots = users.filter((user) => user.is_bot && !user.is_system_bot)
    this.botOwnerIds = new Set(bots.map((bot) => bot.bot_owner_id))
    const hidden = users.filter((user) => user.delivery_email !== null)
    this.hidden = new Map(hidden.map((user) => [user.id, user]))
  }

  /** Estimated number of characters of all texts. */
  get characters(): number {
    const ofProfiles = this.users.reduce((sum, user) => sum + profileCharacters(user), 0)
    const forms = this.hidden.size > 0 ? views.length : 1
    return (this.users.length * 1_200 + 2 * ofProfiles) * forms + 1
  }

  /** Whether the realm has bots other than system bots, including deactivated ones. */
  hasBots(): boolean {
    return this.botOwnerIds.size > 0
  }

  /** Whether a user owns bots, including deactivated ones. */
  hasBotsOf(ownerId: number): boolean {
    return this.botOwnerIds.has(ownerId)
  }

  /**
   * The members `realm_users`, `realm_non_active_users` and `cross_realm_bots` of an object.
   * Sources: docs/protocol/register.md#users, docs/protocol/accounts.md#email-visibility.
   */
  async members(reader: RosterReader): Promise<string> {
    const view = this.hidden.size > 0 ? viewOfRole(reader.viewer.role) : 'guest'
    const key = `${view} ${reader.clientGravatar}`
    let text = reader.knows ? this.write(view, reader) : this.texts.get(key)
    if (text === undefined) this.texts.set(key, (text = this.write(view, reader)))
    const own = this.hidden.get(reader.viewer.id)
    return own ? withOwnAddress(await text, own) : text
  }

  private async write(view: AddressView, reader: RosterReader): Promise<string> {
    const { clientGravatar, knows, presentUnknown } = reader
    const hidesOwner = ({ bot_owner_id: id }: UserRow): boolean =>
      knows !== undefined && id !== null && !knows({ id, is_bot: false })
    const present = (user: UserWithBotOwner): UserRecord[] => {
      if (knows && !user.is_system_bot && !knows(user)) {
        return presentUnknown ? [presentUnknown(user.id)] : []
      }
      const owner = { botOwnerEmail: user.bot_owner_email, hidesOwner: hidesOwner(user) }
      return [presentUser(user, { clientGravatar, ...owner, view })]
    }
    const people = this.users.filter((user) => !user.is_system_bot)
    // Limited guests must not learn whether a hidden user is deactivated.
    const isShownActive = (user: UserRow) => !user.deactivated_at || (knows && !knows(user))
    const active = await writeInTurns(people.filter(isShownActive), present)
    const former = people.filter((user) => !isShownActive(user))
    const bots = this.users.filter((user) => user.is_system_bot).flatMap(present)
    return (
      `"realm_users":[${active}],"realm_non_active_users":[${await writeInTurns(former, present)}],` +
      `"cross_realm_bots":${JSON.stringify(bots.map((bot) => ({ ...bot, is_system_bot: true })))}`
    )
  }
}

/** Views of accounts, each of which may have its own text. */
const views = ['administrator', 'moderator', 'member', 'guest'] as const

function profileCharacters({ profile_data }: UserRow): number {
  return Object.values(profile_data).reduce(
    (sum, { value, rendered_value }) => sum + 40 + value.length + (rendered_value?.length ?? 0),
    0,
  )
}

/**
 * Adds the viewer's own address, which is always visible to them. Records begin with these members,
 * and quotes within texts are escaped, so the search text cannot match elsewhere.
 */
function withOwnAddress(text: string, { id, email, delivery_email }: UserRow): string {
  const start = `{"user_id":${id},"email":${JSON.stringify(email)},"delivery_email":`
  return text.replace(`${start}null`, () => start + JSON.stringify(delivery_email))
}

/**
 * Rosters by realm. They are used only while the worker tracks account changes, and dropped on any
 * change in the realm.
 */
export class Rosters implements Forgetful, Counting {
  private readonly byRealm = new LRUCache<number, Roster>({
    maxSize: maxCharacters,
    sizeCalculation: (roster) => roster.characters,
    ttl: maxAgeMs,
    ttlResolution: 1_000,
  })
  /** Running reads of rosters that have not changed since the statement began. */
  private readonly reading = new Map<number, Promise<Roster>>()
  private hits = 0
  private misses = 0

  constructor(
    private readonly load: LoadRoster,
    private readonly watch: Pick<AccountWatch, 'isCurrent'>,
  ) {}

  /** All accounts of a realm, including every change whose call has returned. */
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

  tally(): CacheStats {
    return { hits: this.hits, misses: this.misses, entries: this.byRealm.size }
  }

  private begin(realmId: number): Promise<Roster> {
    const reading: Promise<Roster> = this.load(realmId).then(
      (users) => {
        const roster = new Roster(users)
        // If the entry is gone, it was invalidated meanwhile, and this result may be outdated.
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
