import { realmPermissions } from '../../../chat/rules/permissions/realm'
import { realmSettings, streamSettings } from '../../../chat/rules/realms/settings'
import type { GroupReference, RealmRecord } from '../records'
import { groupOfPolicy, permissionsIn } from './groups'
import type { Groups } from './groups'
import { idIn, isTrue, textIn } from './rows'
import type { Row } from './rows'
import { rowsIn, rowsOfFile } from './tables'
import type { Tables } from './tables'

/** Policies of archives before 10, as numbers, and the permissions that they became. */
const oldPolicies: Readonly<Record<string, readonly string[]>> = {
  create_stream_policy: ['can_create_public_channel_group', 'can_create_private_channel_group'],
  create_public_stream_policy: ['can_create_public_channel_group'],
  create_private_stream_policy: ['can_create_private_channel_group'],
  create_web_public_stream_policy: ['can_create_web_public_channel_group'],
  invite_to_stream_policy: ['can_add_subscribers_group'],
  invite_to_realm_policy: ['can_invite_users_group'],
  user_group_edit_policy: ['can_create_groups', 'can_manage_all_groups'],
  add_custom_emoji_policy: ['can_add_custom_emoji_group'],
  edit_topic_policy: ['can_move_messages_between_topics_group'],
  move_messages_between_streams_policy: ['can_move_messages_between_channels_group'],
  delete_own_message_policy: ['can_delete_own_message_group'],
}

/** Policies with numbers of their own. */
const wildcardPolicies: Readonly<Record<number, string>> = {
  1: 'role:everyone',
  2: 'role:members',
  3: 'role:fullmembers',
  5: 'role:administrators',
  6: 'role:nobody',
  7: 'role:moderators',
}

/** Columns that name streams, newest name first. */
const streamColumns: Readonly<Record<string, readonly string[]>> = {
  new_stream_announcements_stream_id: ['new_stream_announcements_stream', 'notifications_stream'],
  signup_announcements_stream_id: [
    ...[
      'signup_announcements_stream_id',
      'signup_announcements_stream',
      'signup_notifications_stream',
    ],
  ],
  moderation_request_channel_id: ['moderation_request_channel_id', 'moderation_request_channel'],
}

export async function realmRecord(tables: Tables, groups: Groups): Promise<RealmRecord> {
  const { realm } = tables
  const plain = Object.keys(realmSettings).filter(
    (name) => !(streamSettings as readonly string[]).includes(name),
  )
  const settings = Object.fromEntries(
    [...plain, 'waiting_period_threshold'].flatMap((name) =>
      realm[name] === undefined ? [] : [[name, valueOf(name, realm[name])]],
    ),
  )
  return {
    kind: 'realm',
    name: textIn(realm, 'name'),
    description: textIn(realm, 'description'),
    settings,
    permissions: {
      ...oldPermissions(realm),
      ...permissionsIn(realm, Object.keys(realmPermissions), groups.reference),
    },
    streamSettings: streamSettingsOf(realm),
    linkifiers: linkifiersOf(tables),
    pictures: await picturesOf(tables),
    playgrounds: playgroundsOf(tables),
    domains: rowsIn(tables, 'zerver_realmdomain').map((row) => ({
      domain: textIn(row, 'domain').toLowerCase(),
      allowsSubdomains: isTrue(row, 'allow_subdomains'),
    })),
  }
}

/** Older archives say 0 for no limit, and null for messages that are kept forever. */
function valueOf(name: string, value: unknown): unknown {
  if (name.endsWith('_limit_seconds') && value === 0) return null
  return name === 'message_retention_days' && value === null ? -1 : value
}

function oldPermissions(realm: Row): Record<string, GroupReference> {
  const found: Record<string, GroupReference> = {}
  for (const [column, names] of Object.entries(oldPolicies)) {
    const group = groupOfPolicy(realm[column])
    if (group !== undefined) for (const name of names) found[name] = group
  }
  const wildcard = wildcardPolicies[Number(realm['wildcard_mention_policy'])]
  if (wildcard !== undefined) found['can_mention_many_users_group'] = wildcard
  if (realm['private_message_policy'] === 2)
    found['direct_message_permission_group'] = 'role:nobody'
  if (realm['add_emoji_by_admins_only'] === true)
    found['can_add_custom_emoji_group'] = 'role:administrators'
  const movesTopics = realm['allow_community_topic_editing']
  if (typeof movesTopics === 'boolean')
    found['can_move_messages_between_topics_group'] ??= movesTopics
      ? 'role:everyone'
      : 'role:administrators'
  if (realm['allow_message_deleting'] === false)
    found['can_delete_own_message_group'] = 'role:administrators'
  if (realm['bot_creation_policy'] === 3) found['can_create_bots_group'] = 'role:administrators'
  return found
}

function streamSettingsOf(realm: Row): Record<string, string> {
  return Object.fromEntries(
    Object.entries(streamColumns).flatMap(([name, columns]) => {
      const id = columns.map((column) => idIn(realm, column)).find((each) => each !== undefined)
      return id === undefined || id <= 0 ? [] : [[name, String(id)]]
    }),
  )
}

/** Uploaded pictures as they came, which the archive calls `…original`. */
async function picturesOf({
  folder,
  realm,
  remark,
}: Tables): Promise<NonNullable<RealmRecord['pictures']>> {
  const pictures: NonNullable<RealmRecord['pictures']> = {}
  for await (const { row } of rowsOfFile(folder, 'realm_icons/records.json', [''], remark)) {
    const path = textIn(row, 'path')
    const kind = pictureKinds.find((each) => path.endsWith(`/${each}.original`))
    const file = kind && (await folder.find(`realm_icons/${path}`))
    if (kind && file && realm[`${kind}_source`] === 'U') pictures[kind] = file
  }
  return pictures
}

const pictureKinds = ['icon', 'logo', 'night_logo'] as const

function linkifiersOf(tables: Tables): { pattern: string; urlTemplate: string }[] {
  return [...rowsIn(tables, 'zerver_realmfilter')]
    .sort((a, b) => Number(a['order'] ?? a['id']) - Number(b['order'] ?? b['id']))
    .map((row) => ({
      pattern: textIn(row, 'pattern'),
      urlTemplate:
        textIn(row, 'url_template') ||
        // Before 7: %(name)s, in which %% is a percent sign.
        textIn(row, 'url_format_string')
          .replace(/%\((\w+)\)s/g, '{$1}')
          .replaceAll('%%', '%'),
    }))
    .filter(({ pattern, urlTemplate }) => pattern !== '' && urlTemplate !== '')
}

function playgroundsOf(tables: Tables): { name: string; language: string; urlTemplate: string }[] {
  return rowsIn(tables, 'zerver_realmplayground')
    .map((row) => ({
      name: textIn(row, 'name'),
      language: textIn(row, 'pygments_language'),
      urlTemplate:
        textIn(row, 'url_template') ||
        (textIn(row, 'url_prefix') && `${textIn(row, 'url_prefix')}{code}`),
    }))
    .filter(
      ({ name, language, urlTemplate }) => name !== '' && language !== '' && urlTemplate !== '',
    )
}
