import { createHash } from 'node:crypto'
import { firstText, isTrue, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { GroupRecord, UserRecord } from '../records'
import type { Media } from './media'
import type { NamedUser } from './names'

/** Key of the bot that posts notices of the import; ids have digits only, so the key is free. */
export const noticeKey = 'notices of the import'

const memberRole = 400
const botTypes = { generic: 1, incoming: 2 } as const

/** Discord's names for accounts that are deleted. */
const deletedName = /^deleted[_ ]user(?:[_ ][0-9a-f]+)?$/i

/** A user as the messages name them, for the names in texts. */
interface Person {
  record: UserRecord
  hasRoles: boolean
}

interface Role {
  name: string
  hasColor: boolean
  memberKeys: Set<string>
}

/**
 * The people and bots of an archive. No list has them: each message names its author, the people whom it mentions, and those
 * who reacted. The first row of a person counts.
 * Source: docs/protocol/import.md#discord-people.
 */
export class People {
  private readonly users = new Map<string, Person>()
  private readonly roles = new Map<string, Role>()
  private readonly joined = new Map<string, number>()

  constructor(private readonly media: Media) {}

  /** Adds a user object; answers its key, or undefined if it has no id. @param from path of the JSON file */
  add(row: Row, from: string): string | undefined {
    const id = textOf(row, 'id')
    if (id === '') return undefined
    const isWebhook = isTrue(row, 'isBot') && textOf(row, 'discriminator') === '0000'
    const key = isWebhook ? webhookKey(id, nameOf(row)) : id
    const person = this.users.get(key) ?? this.create(key, row, from, isWebhook)
    if (!person.hasRoles) person.hasRoles = this.addRoles(key, row)
    return key
  }

  private create(key: string, row: Row, from: string, isWebhook: boolean): Person {
    const isBot = isTrue(row, 'isBot')
    const avatar = this.media.findAvatar(textOf(row, 'avatarUrl'), from)
    const record: UserRecord = {
      ...{ kind: 'user', key, fullName: nameOf(row), email: null, role: memberRole },
      isActive: !deletedName.test(firstText(row, 'name')),
      ...(isBot && { isBot, botType: isWebhook ? botTypes.incoming : botTypes.generic }),
      ...(avatar && { avatar }),
    }
    const person = { record, hasRoles: false }
    this.users.set(key, person)
    return person
  }

  private addRoles(key: string, row: Row): boolean {
    const roles = rowsOf(row, 'roles')
    for (const each of roles) {
      const id = textOf(each, 'id')
      if (id === '') continue
      const role = this.roles.get(id) ?? {
        name:
          firstText(each, 'name')
            .slice(0, mostNameCharacters)
            .replace(/^@+|[*|`]/g, '') || id,
        hasColor: textOf(each, 'color') !== '',
        memberKeys: new Set<string>(),
      }
      this.roles.set(id, role)
      role.memberKeys.add(key)
    }
    return roles.length > 0
  }

  /** A person of a conversation about whom the archive has nothing but perhaps a name. */
  addPlaceholder(key: string, fullName: string): void {
    const user = { kind: 'user', key, fullName, email: null, role: memberRole } as const
    if (!this.users.has(key))
      this.users.set(key, {
        record: { ...user, isActive: false, isUnknown: true },
        hasRoles: true,
      })
  }

  /** Notes the time at which somebody joined or wrote; the first one counts. */
  noteSeen(key: string, at: number): void {
    const known = this.joined.get(key)
    if (known === undefined || at < known) this.joined.set(key, at)
  }

  find(key: string): NamedUser | undefined {
    const person = this.users.get(key)
    return person && { key, name: person.record.fullName }
  }

  isBot(key: string): boolean {
    return this.users.get(key)?.record.isBot === true
  }

  /** Keys of people by their names, bots left out. */
  keysByName(): Map<string, string[]> {
    const keys = new Map<string, string[]>()
    for (const { record } of this.users.values()) {
      if (record.isBot) continue
      keys.set(record.fullName, [...(keys.get(record.fullName) ?? []), record.key])
    }
    return keys
  }

  role(id: string): NamedUser | undefined {
    const role = this.roles.get(id)
    return role && { key: id, name: role.name }
  }

  *roleNames(): Generator<NamedUser> {
    for (const [key, { name }] of this.roles) yield { key, name }
  }

  *records(): Generator<UserRecord> {
    const notice = { kind: 'user', key: noticeKey, fullName: 'Discord archive' } as const
    const rest = { email: null, role: memberRole, isBot: true, isActive: true }
    yield { ...notice, ...rest, systemBot: 'notification' }
    for (const { record } of this.users.values()) {
      const at = this.joined.get(record.key)
      yield at === undefined ? record : { ...record, joinedAt: new Date(at) }
    }
  }

  /** The roles as groups. @param tell receives the names of roles whose color is dropped */
  *groups(tell: (name: string) => void): Generator<GroupRecord> {
    for (const [key, { name, hasColor, memberKeys }] of this.roles) {
      if (hasColor) tell(name)
      yield { kind: 'group', key, name, memberKeys: [...memberKeys] }
    }
  }
}

/** Each message of a webhook may have another name. Its digest fits into a placeholder for an address, whatever its letters are. */
function webhookKey(id: string, name: string): string {
  return `${id}/${createHash('sha256').update(name).digest('hex').slice(0, digestCharacters)}`
}

const digestCharacters = 12
/** Discord's names have 100 at most. */
const mostNameCharacters = 200

function nameOf(row: Row): string {
  const name = firstText(row, 'nickname', 'name') || `Unknown user ${textOf(row, 'id')}`
  return name.slice(0, mostNameCharacters)
}
