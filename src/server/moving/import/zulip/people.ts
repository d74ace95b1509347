import { userSettings } from '../../../chat/rules/settings/user-settings'
import type {
  ArchiveFile,
  EmojiRecord,
  ProfileFieldRecord,
  ProfileValueRecord,
  SnippetRecord,
  UserRecord,
} from '../records'
import { optional } from './groups'
import { idIn, isTrue, jsonIn, keyIn, textIn, timeIn } from './rows'
import type { Row } from './rows'
import { rowsIn, rowsOfFile } from './tables'
import type { Tables } from './tables'

/** Personal settings by their older names. */
const olderNames: Readonly<Record<string, string>> = {
  default_view: 'web_home_view',
  escape_navigates_to_default_view: 'web_escape_navigates_to_home_view',
}

const [automatic, always] = [1, 2]
const hours = 'twenty_four_hour_time'

/** People and bots, system bots first. */
export async function* users(tables: Tables): AsyncGenerator<UserRecord> {
  const avatars = await avatarPaths(tables)
  const own = {
    words: textsByUser(tables, 'zerver_alertword', 'word'),
    mutes: mutesByUser(tables),
    statuses: statusesByUser(tables),
  }
  for (const row of rowsIn(tables, 'zerver_userprofile_crossrealm')) {
    const record = systemBot(row)
    if (record) yield record
  }
  for (const [table, isDummy] of [
    ['zerver_userprofile', false],
    ['zerver_userprofile_mirrordummy', true],
  ] as const) {
    for (const [index, row] of rowsIn(tables, table).entries()) {
      const key = keyIn(row, 'id')
      if (key === undefined) {
        tables.remark({
          reason: 'User without an id',
          file: `realm.json ${table}`,
          line: index + 1,
        })
        continue
      }
      const path = row['avatar_source'] === 'U' ? avatars.get(key) : undefined
      const avatar = path === undefined ? undefined : await tables.folder.find(path)
      yield {
        ...userOf(tables, row, key, isDummy),
        ...optional('avatar', avatar),
        ...optional('alertWords', own.words.get(key)),
        ...optional('mutedUsers', own.mutes.get(key)),
        ...optional('status', own.statuses.get(key)),
      }
    }
  }
}

function systemBot(row: Row): UserRecord | undefined {
  const key = keyIn(row, 'id')
  if (key === undefined) return undefined
  const email = textIn(row, 'email')
  const bot = email.startsWith('welcome-bot@') ? 'welcome' : 'notification'
  return {
    ...{ kind: 'user', key, fullName: email, email, role: 400, isBot: true, isActive: true },
    systemBot: bot,
  }
}

function userOf(tables: Tables, row: Row, key: string, isDummy: boolean): UserRecord {
  const isBot = isTrue(row, 'is_bot')
  const botType = [1, 2, 3].find((type) => type === row['bot_type'])
  const email = textIn(row, 'delivery_email') || textIn(row, 'email')
  return {
    kind: 'user',
    key,
    fullName: textIn(row, 'full_name'),
    email: email === '' ? null : email,
    role: typeof row['role'] === 'number' ? row['role'] : 400,
    isBot,
    isActive: row['is_active'] !== false && !isDummy && !isTrue(row, 'is_mirror_dummy'),
    timezone: textIn(row, 'timezone'),
    settings: settingsOf(tables, row),
    ...optional('joinedAt', timeIn(row, 'date_joined')),
    ...(isBot ? optional('ownerKey', keyIn(row, 'bot_owner')) : {}),
    ...(isBot ? { botType: (botType ?? 1) as 1 | 2 | 3 } : {}),
  }
}

function settingsOf({ realm }: Tables, row: Row): Record<string, unknown> {
  const settings: Record<string, unknown> = {}
  for (const [older, name] of Object.entries(olderNames)) {
    if (row[older] !== undefined) settings[name] = row[older]
  }
  // Before 7 it was a choice of two.
  const namesRealm = row['realm_name_in_notifications']
  if (typeof namesRealm === 'boolean') {
    settings['realm_name_in_email_notifications_policy'] = namesRealm ? always : automatic
  }
  // Before 7 the organization had it for everybody.
  const visibility = realm['email_address_visibility']
  if (visibility !== undefined) settings['email_address_visibility'] = visibility
  for (const name of Object.keys(userSettings)) {
    if (row[name] !== undefined) settings[name] = row[name]
  }
  // Elsewhere, 12 hours is also the clock of people who never chose one.
  const isUnset = !isTrue(row, hours) && row['clock_follows_language'] === undefined
  if (isUnset) delete settings[hours]
  return settings
}

async function avatarPaths({ folder, remark }: Tables): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for await (const { row } of rowsOfFile(folder, 'avatars/records.json', [''], remark)) {
    const key = keyIn(row, 'user_profile_id') ?? keyIn(row, 'user_profile')
    const path = textIn(row, 'path')
    const isBetter = path.endsWith('.original') || (key !== undefined && !paths.has(key))
    if (key !== undefined && path !== '' && isBetter) paths.set(key, `avatars/${path}`)
  }
  return paths
}

function textsByUser(
  tables: Tables,
  table: 'zerver_alertword',
  column: string,
): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const row of rowsIn(tables, table)) {
    const key = keyIn(row, 'user_profile')
    if (key !== undefined) texts.set(key, [...(texts.get(key) ?? []), textIn(row, column)])
  }
  return texts
}

function mutesByUser(tables: Tables): Map<string, { userKey: string; at: Date }[]> {
  const mutes = new Map<string, { userKey: string; at: Date }[]>()
  for (const row of rowsIn(tables, 'zerver_muteduser')) {
    const [key, userKey] = [keyIn(row, 'user_profile'), keyIn(row, 'muted_user')]
    if (key === undefined || userKey === undefined) continue
    const at = timeIn(row, 'date_muted') ?? new Date(0)
    mutes.set(key, [...(mutes.get(key) ?? []), { userKey, at }])
  }
  return mutes
}

function statusesByUser(tables: Tables): Map<string, NonNullable<UserRecord['status']>> {
  const statuses = new Map<string, NonNullable<UserRecord['status']>>()
  for (const row of rowsIn(tables, 'zerver_userstatus')) {
    const key = keyIn(row, 'user_profile')
    if (key !== undefined) statuses.set(key, { text: textIn(row, 'status_text'), ...emojiOf(row) })
  }
  return statuses
}

/** The emoji of a reaction or status. */
export function emojiOf(row: Row): { emojiName?: string; emojiCode?: string; emojiKey?: string } {
  const [emojiName, code] = [textIn(row, 'emoji_name'), textIn(row, 'emoji_code')]
  if (emojiName === '') return {}
  return row['reaction_type'] === 'realm_emoji'
    ? { emojiName, emojiKey: code }
    : { emojiName, emojiCode: code }
}

/** Custom emoji with their pictures. */
export async function* emoji(tables: Tables): AsyncGenerator<EmojiRecord> {
  const { folder, remark } = tables
  const paths = new Map<string, string>()
  for await (const { row } of rowsOfFile(folder, 'emoji/records.json', [''], remark)) {
    paths.set(textIn(row, 'file_name') || textIn(row, 'name'), `emoji/${textIn(row, 'path')}`)
  }
  for (const row of rowsIn(tables, 'zerver_realmemoji')) {
    const [key, name] = [keyIn(row, 'id'), textIn(row, 'name')]
    if (key === undefined) continue
    const path = paths.get(textIn(row, 'file_name')) ?? paths.get(name)
    const image: ArchiveFile | undefined = path === undefined ? undefined : await folder.find(path)
    if (!image) {
      remark({ reason: 'Emoji without its picture', file: name })
      continue
    }
    yield {
      ...{ kind: 'emoji', key, name, image, isDeactivated: isTrue(row, 'deactivated') },
      ...optional('authorKey', keyIn(row, 'author')),
    }
  }
}

export function* profileFields(tables: Tables): Generator<ProfileFieldRecord> {
  const fields = [...rowsIn(tables, 'zerver_customprofilefield')]
  for (const row of fields.sort((a, b) => Number(a['order'] ?? 0) - Number(b['order'] ?? 0))) {
    const key = keyIn(row, 'id')
    if (key === undefined) continue
    yield {
      kind: 'profile-field',
      key,
      name: textIn(row, 'name'),
      hint: textIn(row, 'hint'),
      fieldType: Number(row['field_type']),
      fieldData: textIn(row, 'field_data'),
      isInSummary: isTrue(row, 'display_in_profile_summary'),
      isRequired: isTrue(row, 'required'),
      isEditable: row['editable_by_user'] !== false,
      isForMatching: row['use_for_user_matching'] === true,
    }
  }
}

/** Type of fields that name people. */
const peopleType = 6

export function* profileValues(tables: Tables): Generator<ProfileValueRecord> {
  const types = new Map(
    rowsIn(tables, 'zerver_customprofilefield').map((row) => [idIn(row, 'id'), row['field_type']]),
  )
  for (const row of rowsIn(tables, 'zerver_customprofilefieldvalue')) {
    const [fieldKey, userKey] = [keyIn(row, 'field'), keyIn(row, 'user_profile')]
    if (fieldKey === undefined || userKey === undefined) continue
    const record = {
      kind: 'profile-value',
      fieldKey,
      userKey,
      value: textIn(row, 'value'),
    } as const
    const named = types.get(Number(fieldKey)) === peopleType ? jsonIn(row, 'value') : undefined
    yield Array.isArray(named) ? { ...record, userKeys: named.map(String) } : record
  }
}

/** Saved snippets; archives have them from 10 on. */
export async function* snippets({ folder, remark }: Tables): AsyncGenerator<SnippetRecord> {
  for await (const { row } of rowsOfFile(folder, 'realm.json', ['zerver_savedsnippet'], remark)) {
    const [key, userKey] = [keyIn(row, 'id'), keyIn(row, 'user_profile')]
    if (key === undefined || userKey === undefined) continue
    yield {
      ...{ kind: 'snippet', key, userKey },
      ...{ title: textIn(row, 'title'), content: textIn(row, 'content') },
      ...optional('createdAt', timeIn(row, 'date_created')),
    }
  }
}
