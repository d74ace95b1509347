import { ArchiveError, archiveFile } from '../archive/archive'
import type { Archive } from '../archive/archive'
import { firstText, isTrue, rowOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { UserRecord } from '../records'
import type { Layout } from './layout'
import { readRows, unreadableReason } from './read-rows'
import type { Remark } from './read-rows'

/** Key of the bot that posts notices of the import. */
export const noticeKey = 'notices'

const slackbot = 'USLACKBOT'
const roles = { owner: 100, administrator: 200, member: 400, guest: 600 }

/** Max names from texts, which only unknown people need. */
const mostLabels = 100_000

/** The lists of people of a workspace. */
const lists = ['users.json', 'org_users.json']

/**
 * Refuses an unreadable list: without it, everybody in the archive would become a stranger.
 * @throws ArchiveError
 */
function refuseUnreadable(remark: Remark): Remark {
  return (each) => {
    if (!each.reason.startsWith(unreadableReason)) return remark(each)
    throw new ArchiveError(`The list of people ${each.file} is damaged. ${each.reason}`)
  }
}

/** The accounts of an archive: from its lists, and from messages that name further accounts. */
export class People {
  private readonly users = new Map<string, UserRecord>()
  /** Other ids of a user: of a bot, or of a second account with the same address. */
  private readonly aliases = new Map<string, string>()
  /** Rows of `users.json`, for profiles. */
  readonly rows = new Map<string, Row>()
  /** The workspace of most people. */
  team = 'unknown'

  constructor(
    private readonly archive: Archive,
    private readonly layout: Layout,
  ) {}

  /** Reads the users of all workspaces. Source: docs/protocol/import.md#slack-users. */
  async read(remark: Remark): Promise<void> {
    const teams = new Map<string, number>()
    const homes = new Set<string>()
    const rows: Row[] = []
    this.refuseAbsence()
    for (const root of this.layout.roots) {
      const found = await Promise.all(
        lists.map((file) => readRows(this.archive, root + file, refuseUnreadable(remark))),
      )
      const ofRoot = found.flat()
      const counts = countTeams(ofRoot)
      homes.add(mostFrequent(counts))
      for (const [team, count] of counts) teams.set(team, (teams.get(team) ?? 0) + count)
      rows.push(...ofRoot)
    }
    this.team = mostFrequent(teams) || 'unknown'
    // If two accounts have one address, the active one stays.
    rows.sort((one, other) => Number(isTrue(one, 'deleted')) - Number(isTrue(other, 'deleted')))
    for (const row of rows) this.add(row, homes, remark)
  }

  /** @throws ArchiveError for an archive that does not tell whom its messages and its workspace belong to */
  private refuseAbsence(): void {
    const files = this.layout.roots.flatMap((root) => lists.map((file) => root + file))
    if (files.some((file) => this.archive.files.has(file))) return
    throw new ArchiveError('The archive has no list of people: users.json is missing.')
  }

  private add(row: Row, homes: ReadonlySet<string>, remark: Remark): void {
    const id = textOf(row, 'id')
    if (id === '' || this.users.has(id)) return
    const profile = rowOf(row, 'profile')
    const email = firstText(profile, 'email') || firstText(row, 'email')
    const twin = email && this.findByEmail(email)
    if (twin) {
      remark({ reason: 'Two users have one address, and become one.', file: 'users.json' })
      this.aliases.set(id, twin)
      return
    }
    if (email) this.byEmail.set(email.toLowerCase(), id)
    const team = textOf(row, 'team_id')
    const isForeign = isTrue(row, 'is_stranger') || (team !== '' && !homes.has(team))
    const isBot = isTrue(row, 'is_bot') || isTrue(row, 'is_app_user') || id === slackbot
    const zone = textOf(row, 'tz')
    this.rows.set(id, row)
    this.put({
      ...{ kind: 'user', key: id, email: isBot ? null : email || null },
      fullName: nameOf(row) + (isForeign ? ` [${team}]` : ''),
      role: isBot ? roles.member : roleOf(row),
      isActive: !isTrue(row, 'deleted') && !isForeign,
      ...(isBot && { isBot }),
      ...(zone.includes('/') && { timezone: zone }),
    })
    const botId = textOf(profile, 'bot_id')
    if (botId) this.aliases.set(botId, id)
  }

  /** Placeholders whose names are unknown. */
  private readonly nameless = new Set<string>()
  /** Names from texts, by id. */
  private readonly labels = new Map<string, string>()

  private readonly byEmail = new Map<string, string>()

  private findByEmail(email: string): string | undefined {
    return this.byEmail.get(email.toLowerCase())
  }

  private put(user: UserRecord): UserRecord {
    const avatar = this.layout.avatars.get(user.key)
    const full =
      avatar === undefined ? user : { ...user, avatar: archiveFile(this.archive, avatar) }
    this.users.set(user.key, full)
    return full
  }

  /** A user by the id of the account or of the bot. */
  find(id: string): { key: string; name: string } | undefined {
    const user = this.users.get(this.aliases.get(id) ?? id)
    return user && { key: user.key, name: user.fullName }
  }

  /**
   * A person whom a list or a message names, but `users.json` does not: a deactivated placeholder. A later message may tell
   * the name.
   */
  addUnknown(id: string, profile: Row): void {
    if (this.find(id) && !this.nameless.has(id)) return
    const told = firstText(profile, 'real_name', 'display_name', 'name')
    if (told === '') this.nameless.add(id)
    else this.nameless.delete(id)
    const name = told || `Unknown user ${id}`
    const team = textOf(profile, 'team')
    const isForeign = team !== '' && team !== this.team
    const fullName = isForeign ? `${name} [${team}]` : name
    if (id === slackbot) this.addBot(id, 'Slackbot')
    else {
      const user = { kind: 'user', key: id, fullName, email: null, role: roles.member } as const
      this.put({ ...user, isActive: false, isUnknown: true })
    }
  }

  /** Notes the name that a text gives to somebody. */
  noteLabel(id: string, label: string): void {
    if (this.labels.size >= mostLabels || (this.find(id) && !this.nameless.has(id))) return
    this.labels.set(id, label)
  }

  /** The name that a text gives to somebody whom no list has. */
  labelOf(id: string): string | undefined {
    return this.labels.get(id)
  }

  /** Placeholders without a name get the one by which a text mentions them. */
  nameByLabels(): void {
    for (const id of this.nameless) {
      const label = this.labels.get(id)
      if (label !== undefined) this.addUnknown(id, { name: label })
    }
  }

  /** A bot that only messages name. */
  addBot(key: string, name: string): void {
    if (this.find(key)) return
    const bot = { kind: 'user', key, email: null, role: roles.member, isBot: true } as const
    this.put({ ...bot, fullName: name, isActive: true, isUnknown: true })
  }

  records(firstSeen: ReadonlyMap<string, Date>): UserRecord[] {
    const otherKeys = new Map<string, string[]>()
    for (const [other, key] of this.aliases) {
      otherKeys.set(key, [...(otherKeys.get(key) ?? []), other])
    }
    return [...this.users.values()].map((user) => {
      const joinedAt = firstSeen.get(user.key)
      const others = otherKeys.get(user.key)
      return { ...user, ...(joinedAt && { joinedAt }), ...(others && { otherKeys: others }) }
    })
  }
}

function countTeams(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const team = textOf(row, 'team_id')
    if (team) counts.set(team, (counts.get(team) ?? 0) + 1)
  }
  return counts
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? ''
}

/** The name of a person as Slack shows it. */
export function nameOf(row: Row): string {
  const profile = rowOf(row, 'profile')
  return (
    firstText(profile, 'real_name') ||
    firstText(row, 'real_name') ||
    firstText(profile, 'display_name') ||
    firstText(row, 'name') ||
    `Unknown user ${textOf(row, 'id')}`
  )
}

/** Source: docs/protocol/import.md#slack-roles. */
export function roleOf(row: Row): number {
  if (isTrue(row, 'is_owner') || isTrue(row, 'is_primary_owner')) return roles.owner
  if (isTrue(row, 'is_admin')) return roles.administrator
  const isGuest = isTrue(row, 'is_restricted') || isTrue(row, 'is_ultra_restricted')
  return isGuest ? roles.guest : roles.member
}

/** The bot that quotes the root of a thread; it is Notification Bot where the engine knows how. */
export function noticeBot(): UserRecord {
  return {
    ...{ kind: 'user', key: noticeKey, fullName: 'Slack archive', email: null },
    ...{ role: roles.member, isBot: true, systemBot: 'notification', isActive: true },
  }
}
