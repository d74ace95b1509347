import { archiveFile } from '../archive/archive'
import type { Archive } from '../archive/archive'
import { firstText, numberOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { UserRecord } from '../records'

/** Key of the bot that posts notices of the import; user names have no blanks, so the key is free. */
export const noticeKey = 'notices of the import'

const roles = { owner: 100, administrator: 200, member: 400, guest: 600 }

/** The accounts of an archive by their names. Source: docs/protocol/import.md#mattermost-user. */
export class People {
  private readonly users = new Map<string, UserRecord>()

  constructor(
    private readonly archive: Archive,
    /** Finds a file that a row names. */
    private readonly findFile: (path: string) => string | undefined,
  ) {}

  addUser(row: Row): string | undefined {
    const key = keyOfUser(row)
    if (key === '' || this.users.has(key)) return undefined
    const fullName = [firstText(row, 'first_name'), firstText(row, 'last_name')].join(' ').trim()
    const picture = this.findFile(textOf(row, 'profile_image'))
    this.users.set(key, {
      ...{ kind: 'user', key, fullName: fullName || textOf(row, 'username') },
      ...{ email: firstText(row, 'email') || null, role: roleOf(row) },
      isActive: !numberOf(row, 'delete_at'),
      ...(picture !== undefined && { avatar: archiveFile(this.archive, picture) }),
    })
    return key
  }

  addBot(row: Row): void {
    const key = keyOfUser(row)
    if (key === '' || this.users.has(key)) return
    const ownerKey = textOf(row, 'owner').toLowerCase()
    this.users.set(key, {
      ...{ kind: 'user', key, email: null, role: roles.member, isBot: true },
      fullName: firstText(row, 'display_name', 'username'),
      isActive: !numberOf(row, 'delete_at'),
      ...(ownerKey && { ownerKey }),
    })
  }

  /** The bot of a webhook; only messages name it. */
  addWebhook(name: string): string {
    const key = `webhook ${name.slice(0, 100)}`
    const bot = { kind: 'user', key, fullName: name, email: null, role: roles.member } as const
    if (!this.users.has(key)) this.users.set(key, { ...bot, isBot: true, isActive: true })
    return key
  }

  /** A deactivated placeholder; answers whether it is new. */
  addUnknown(key: string): boolean {
    if (this.users.has(key)) return false
    const user = { kind: 'user', key, fullName: key, email: null, role: roles.member } as const
    this.users.set(key, { ...user, isActive: false, isUnknown: true })
    return true
  }

  find(name: string): { key: string; name: string } | undefined {
    const user = this.users.get(name)
    return user && { key: user.key, name: user.fullName }
  }

  records(): UserRecord[] {
    const notice = { kind: 'user', key: noticeKey, fullName: 'Mattermost archive' } as const
    const rest = { email: null, role: roles.member, isBot: true, isActive: true }
    return [{ ...notice, ...rest, systemBot: 'notification' }, ...this.users.values()]
  }
}

export function keyOfUser(row: Row): string {
  return textOf(row, 'username').trim().toLowerCase()
}

function roleOf(row: Row): number {
  const ofSystem = textOf(row, 'roles')
  const ofTeams = rowsOf(row, 'teams').map((team) => textOf(team, 'roles'))
  if (/\bsystem_admin\b/.test(ofSystem)) return roles.owner
  if (ofTeams.some((each) => /\bteam_admin\b/.test(each))) return roles.administrator
  const isGuest =
    /\bsystem_guest\b/.test(ofSystem) ||
    (ofTeams.length > 0 && ofTeams.every((each) => /\bteam_guest\b/.test(each)))
  return isGuest ? roles.guest : roles.member
}
