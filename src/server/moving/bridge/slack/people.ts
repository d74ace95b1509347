import { findImported } from '../../../data/import/keys'
import { listPlaceholderKeys, listRenamedMentions } from '../../../data/import/placeholders'
import { findUnfinishedImport } from '../../../data/import/runs'
import { readTargets } from '../../../data/import/targets'
import { isTrue, rowOf, rowsOf, textOf, firstText } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import type { UserRecord } from '../../import/records'
import { renameMentions } from '../../import/renamed-mentions'
import { nameOf, roleOf } from '../../import/slack/people'
import { filesOf } from '../../import/slack/subtypes'
import { listActiveUserIds } from '../../../data/users/update-users'
import { publishQueueRemoval } from '../../../events/publish'
import { writeUsers } from '../../import/writers/users'
import type { ParleySide } from '../bridge'
import { pagesOf, SlackRefusedError } from './api'
import type { SlackApi } from './api'

/** A person of Slack and the account here. */
export interface KnownPerson {
  key: string
  name: string
  userId: number
}

const memberRole = 400
/** Max people that stay in memory. */
const mostKnown = 20_000
/** Max placeholders that are looked at when a bridge begins. */
const mostClaims = 2_000
const claimsAtOnce = 200

/**
 * The people of Slack and their accounts here. A person whom neither an import nor the bridge has met becomes an account by
 * the rules of imports, so that a later import knows the account by its key.
 */
export class SlackPeople {
  private readonly known = new Map<string, KnownPerson>()
  /** Rows of `users.list` and of events. */
  private readonly rows = new Map<string, Row>()

  constructor(
    private readonly parley: ParleySide,
    private readonly api: SlackApi,
    private readonly team: string,
  ) {}

  find(key: string): KnownPerson | undefined {
    return this.known.get(key)
  }

  forget(key: string): void {
    this.known.delete(key)
    this.rows.delete(key)
  }

  /** Reads the list of all people, before many are needed at once. */
  async readList(): Promise<void> {
    for await (const row of pagesOf(this.api, 'users.list', {}, 'members')) {
      if (this.rows.size < mostKnown) this.rows.set(textOf(row, 'id'), row)
    }
  }

  /**
   * Gives people whom an import could not describe their placeholders, by the rule of a later archive: Slack may tell names
   * and addresses that the archive lacked.
   * Source: docs/protocol/import.md#strangers.
   */
  async claimPlaceholders(): Promise<void> {
    const { parley } = this
    const { db } = parley.ctx
    const job = parley.job()
    // Its own end renames the mentions of those whom it has claimed.
    if (await findUnfinishedImport(db.query, parley.scope)) return
    const keys = await listPlaceholderKeys(db.query, parley.scope, mostClaims)
    const people = keys.filter((key) => /^[UW][A-Z0-9]+$/.test(key))
    if (people.length > 0) await this.readList()
    for (let first = 0; first < people.length; first += claimsAtOnce) {
      const records: UserRecord[] = []
      for (const key of people.slice(first, first + claimsAtOnce)) {
        records.push(await this.record(key))
      }
      await writeUsers(job, records)
    }
    const renamed = await listRenamedMentions(db.query, parley.scope)
    if (renamed.length === 0) return
    await renameMentions(job)
    // As after an import: clients fetch the accounts again.
    await parley.transaction(async (tx) => {
      await publishQueueRemoval(tx, parley.realm.id, await listActiveUserIds(tx, parley.realm.id))
    })
  }

  /** Makes sure that the people with these ids have accounts. */
  async ensure(ids: Iterable<string>): Promise<void> {
    await this.load(ids)
    for (const id of new Set(ids)) {
      if (!this.known.has(id)) await this.add(await this.record(id))
    }
  }

  /** The key of the sender of a row; undefined if the row names nobody. Source: docs/protocol/import.md#slack-subtypes. */
  async senderOf(row: Row): Promise<KnownPerson | undefined> {
    const user = textOf(row, 'user') || textOf(filesOf(row)[0] ?? {}, 'user')
    const bot = textOf(row, 'bot_id')
    if (user !== '') {
      await this.ensure([user])
      return this.known.get(user)
    }
    const name = firstText(rowOf(row, 'bot_profile'), 'name') || firstText(row, 'username')
    if (bot === '' && name === '') return undefined
    const key = bot || `bot:${name.slice(0, 100)}`
    await this.load([key])
    if (!this.known.has(key)) await this.add(botRecord(key, name || `Deleted Slack Bot ${bot}`))
    return this.known.get(key)
  }

  /** Reads the accounts of people who are known already. */
  private async load(ids: Iterable<string>): Promise<void> {
    const wanted = [...new Set(ids)].filter((id) => id !== '' && !this.known.has(id))
    const db = this.parley.ctx.db.query
    const found = await findImported(db, this.parley.scope, 'user', wanted)
    if (found.size === 0) return
    const none = { groupIds: [], streamIds: [], uploadIds: [], messageIds: [] }
    const { users } = await readTargets(db, this.parley.realm.id, {
      ...none,
      userIds: [...found.values()],
    })
    if (this.known.size > mostKnown) this.known.clear()
    for (const [key, userId] of found) {
      const name = users.get(userId)
      if (name !== undefined) this.known.set(key, { key, name, userId })
    }
  }

  private async record(id: string): Promise<UserRecord> {
    const unknown: UserRecord = {
      ...{ kind: 'user', key: id, fullName: `Unknown user ${id}`, email: null },
      ...{ role: memberRole, isActive: false, isUnknown: true },
    }
    let row: Row
    try {
      row = this.rows.get(id) ?? rowOf(await this.api.call('users.info', { user: id }), 'user')
    } catch (error) {
      if (!(error instanceof SlackRefusedError) || !/user_not/.test(error.reason)) throw error
      return unknown
    }
    const isBot = isTrue(row, 'is_bot') || isTrue(row, 'is_app_user') || id === 'USLACKBOT'
    if (isBot) return botRecord(id, nameOf(row))
    const team = textOf(row, 'team_id')
    const isForeign = isTrue(row, 'is_stranger') || (team !== '' && team !== this.team)
    const zone = textOf(row, 'tz')
    return {
      // Another organization decides the addresses of its own people.
      email: isForeign ? null : textOf(rowOf(row, 'profile'), 'email') || null,
      ...{ kind: 'user', key: id },
      fullName: nameOf(row) + (isForeign ? ` [${team}]` : ''),
      role: roleOf(row),
      isActive: !isTrue(row, 'deleted') && !isForeign,
      ...(zone.includes('/') && { timezone: zone }),
    }
  }

  private async add(record: UserRecord): Promise<void> {
    await writeUsers(this.parley.job(), [record])
    await this.load([record.key])
  }
}

function botRecord(key: string, name: string): UserRecord {
  return {
    ...{ kind: 'user', key, fullName: name, email: null },
    ...{ role: memberRole, isBot: true, isActive: true },
  }
}

const mentioned = /<@([A-Z0-9]{2,})(?:\|[^<>]*)?>/g

/** Ids of people whom a row of a message names anywhere: in its text, blocks and attachments. */
export function peopleNamedIn(row: Row): string[] {
  const ids = new Set<string>()
  const visit = (value: unknown, depth: number): void => {
    if (depth > 12 || ids.size > 200) return
    if (typeof value === 'string') {
      for (const [, id] of value.matchAll(mentioned)) if (id !== undefined) ids.add(id)
    } else if (Array.isArray(value)) for (const each of value) visit(each, depth + 1)
    else if (typeof value === 'object' && value !== null) {
      const type = 'type' in value ? value.type : undefined
      if (type === 'user' && 'user_id' in value && typeof value.user_id === 'string') {
        ids.add(value.user_id)
      }
      for (const each of Object.values(value)) visit(each, depth + 1)
    }
  }
  visit(row['text'], 0)
  for (const field of ['blocks', 'attachments']) visit(rowsOf(row, field), 0)
  return [...ids]
}
