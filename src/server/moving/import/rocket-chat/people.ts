import { firstText, rowOf, rowsOf, scalarOf, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { ArchiveFile, ProfileFieldRecord, ProfileValueRecord, UserRecord } from '../records'
import { idOf, timeOf } from './documents'

/** Key of the bot that posts notices of the import; ids have no blanks, so the key is free. */
export const noticeKey = 'notices of the import'

const roles = { owner: 100, moderator: 300, member: 400, guest: 600 }

interface ProfileValue {
  userKey: string
  fieldKey: string
  value: string
}

/** The accounts of a dump by their ids and names. Source: docs/protocol/import.md#rocket-chat-people. */
export class People {
  private readonly users = new Map<string, UserRecord>()
  private readonly keys = new Map<string, string>()
  private readonly profiles: ProfileValue[] = []
  /** Names of people who reacted. */
  private readonly reacted = new Set<string>()

  /** @param avatarOf finds the picture of an account */
  constructor(private readonly avatarOf: (id: string, name: string) => ArchiveFile | undefined) {}

  add(row: Row): void {
    const key = idOf(row)
    if (key === '' || this.users.has(key)) return
    const username = textOf(row, 'username')
    const avatar = this.avatarOf(key, username)
    const statusText = firstText(row, 'statusText')
    const joinedAt = timeOf(row, 'createdAt')
    const alertWords = textsOf(rowOf(rowOf(row, 'settings'), 'preferences'), 'highlights')
    if (username) this.keys.set(username.toLowerCase(), key)
    this.users.set(key, {
      ...{ kind: 'user', key, fullName: firstText(row, 'name', 'username') || key },
      ...{ email: emailOf(row), role: roleOf(row) },
      // Reactions name people without an id.
      ...(username && { otherKeys: [`name ${username}`] }),
      isActive: row.active !== false && textOf(row, 'type') !== 'unknown',
      ...(isBot(row) && { isBot: true }),
      ...(avatar && { avatar }),
      ...(joinedAt !== undefined && { joinedAt: new Date(joinedAt) }),
      ...(statusText && { status: { text: statusText } }),
      ...(alertWords.length > 0 && { alertWords: alertWords.slice(0, mostAlertWords) }),
    })
    this.addProfile(key, row)
  }

  private addProfile(userKey: string, row: Row): void {
    for (const fieldKey of ['bio', 'nickname']) {
      const value = firstText(row, fieldKey)
      if (value) this.profiles.push({ userKey, fieldKey, value })
    }
    const custom = rowOf(row, 'customFields')
    for (const name of Object.keys(custom).slice(0, mostCustomFields)) {
      const value = scalarOf(custom, name).trim()
      if (value) this.profiles.push({ userKey, fieldKey: `custom ${name}`, value })
    }
  }

  /** The bot of an integration; only messages name it. */
  addIntegration(name: string): string {
    const key = `integration ${name.slice(0, 100)}`
    const bot = { kind: 'user', key, fullName: name, email: null, role: roles.member } as const
    if (!this.users.has(key)) this.users.set(key, { ...bot, isBot: true, isActive: true })
    return key
  }

  /** A deactivated placeholder; answers whether it is new. */
  addUnknown(key: string, name: string): boolean {
    if (this.users.has(key)) return false
    const user = { kind: 'user', key, fullName: name || key, email: null } as const
    this.users.set(key, { ...user, role: roles.member, isActive: false, isUnknown: true })
    return true
  }

  find(key: string): { key: string; name: string } | undefined {
    const user = this.users.get(key)
    return user && { key, name: user.fullName }
  }

  findByName(username: string): { key: string; name: string } | undefined {
    const key = this.keys.get(username.toLowerCase())
    return key === undefined ? undefined : this.find(key)
  }

  /** Notes the name of a sender, whom the accounts may lack. */
  noteName(key: string, username: string): void {
    const folded = username.toLowerCase()
    if (folded && !this.keys.has(folded)) this.keys.set(folded, key)
  }

  /** Notes a person of a reaction, who has a name and no id there. */
  noteReaction(username: string): void {
    if (username) this.reacted.add(username)
  }

  /**
   * Adds placeholders for people of reactions whom neither the accounts nor the messages have. The others get the key of the
   * placeholder that an earlier dump may have made of the name, in the spelling of the reaction.
   */
  completeReactions(tell: () => void): void {
    for (const username of this.reacted) {
      const key = `name ${username}`
      const user = this.users.get(this.keys.get(username.toLowerCase()) ?? '')
      if (user) {
        user.otherKeys = [...new Set([...(user.otherKeys ?? []), key])]
        continue
      }
      this.addUnknown(key, username)
      this.noteName(key, username)
      tell()
    }
  }

  /** All user names, in lower case. */
  *names(): Generator<{ name: string; key: string }> {
    for (const [name, key] of this.keys) yield { name, key }
  }

  records(): UserRecord[] {
    const notice = { kind: 'user', key: noticeKey, fullName: 'Rocket.Chat archive' } as const
    const rest = { email: null, role: roles.member, isBot: true, isActive: true }
    return [{ ...notice, ...rest, systemBot: 'notification' }, ...this.users.values()]
  }

  *profileRecords(): Generator<ProfileFieldRecord | ProfileValueRecord> {
    const longest = new Map<string, number>()
    for (const { fieldKey, value } of this.profiles) {
      longest.set(fieldKey, Math.max(value.length, longest.get(fieldKey) ?? 0))
    }
    for (const [key, length] of longest) {
      const name = key.replace(/^custom /, '')
      const fieldType = length > maxShortText ? longText : shortText
      yield {
        ...{ kind: 'profile-field', key, fieldType },
        name: (name[0]?.toUpperCase() ?? '') + name.slice(1),
      }
    }
    for (const profile of this.profiles) yield { kind: 'profile-value', ...profile }
  }
}

const mostAlertWords = 100
const mostCustomFields = 20
const shortText = 1
const longText = 2
const maxShortText = 50

function emailOf(row: Row): string | null {
  const [first] = rowsOf(row, 'emails')
  return (first && firstText(first, 'address')) || null
}

function isBot(row: Row): boolean {
  return ['bot', 'app'].includes(textOf(row, 'type')) || textsOf(row, 'roles').includes('bot')
}

function roleOf(row: Row): number {
  const given = textsOf(row, 'roles')
  if (given.includes('admin')) return roles.owner
  if (given.includes('moderator')) return roles.moderator
  const isGuest = given.includes('guest') && !given.includes('user')
  return isGuest ? roles.guest : roles.member
}
