import type { ArchiveFiles } from './zip'

type Row = Record<string, unknown>

/** Versions of which the columns differ. */
export const zulipVersions = [4, 5, 6, 7, 8, 9, 10, 11, 12] as const

const time = 1_700_000_000
const roles = ['owners', 'administrators', 'moderators', 'fullmembers', 'members', 'everyone']
const roleGroups = Object.fromEntries(
  [...roles, 'internet', 'nobody'].map((name, index) => [`role:${name}`, 50 + index]),
)
const administrators = roleGroups['role:administrators']
const moderators = roleGroups['role:moderators']

/** Columns that a version has, of the given ones. */
function from(version: number, first: number, row: Row): Row {
  return version >= first ? row : {}
}

function until(version: number, last: number, row: Row): Row {
  return version <= last ? row : {}
}

/** One organization with the tables and columns of a version of Zulip. Source: docs/protocol/import.md#archive-tables. */
export function zulipExport(version: number): ArchiveFiles {
  const realm = {
    ...{ id: 2, string_id: 'acme', uuid: 'u-1', name: 'Acme', description: '', date_created: time },
    ...until(version, 9, { create_stream_policy: 2, invite_to_realm_policy: 4 }),
    ...until(version, 9, { wildcard_mention_policy: 5, private_message_policy: 2 }),
    ...until(version, 4, { allow_community_topic_editing: false }),
    ...(version > 4 ? until(version, 9, { edit_topic_policy: 2 }) : {}),
    ...until(version, 8, { notifications_stream: 20 }),
    ...from(version, 9, { new_stream_announcements_stream: 20 }),
    ...until(version, 6, { email_address_visibility: 3 }),
    ...from(version, 10, {
      can_create_public_channel_group: administrators,
      can_create_private_channel_group: administrators,
      can_invite_users_group: moderators,
      can_mention_many_users_group: administrators,
      direct_message_permission_group: roleGroups['role:nobody'],
      can_move_messages_between_topics_group: administrators,
    }),
  }
  return new Map([
    ['realm.json', JSON.stringify({ ...tablesOf(version), zerver_realm: [realm] })],
    ['messages-000001.json', JSON.stringify(messagesOf(version))],
    ['attachment.json', JSON.stringify({ zerver_attachment: [] })],
    ...(version >= 10
      ? ([['export_settings.json', JSON.stringify({ export_type: 'public' })]] as const)
      : []),
  ])
}

function tablesOf(version: number): Record<string, unknown> {
  return {
    zerver_userprofile: [personOf(version, 10, 'Olga', 100), personOf(version, 11, 'Ivan', 400)],
    zerver_stream: [
      {
        ...{ id: 20, name: 'news', recipient: 200, description: '', date_created: time },
        ...{ invite_only: false, is_web_public: true, history_public_to_subscribers: true },
        ...until(version, 9, { stream_post_policy: 2 }),
        ...from(version, 10, { can_send_message_group: administrators, creator: 10 }),
        ...from(version, 11, { folder: 3 }),
      },
      {
        ...{ id: 21, recipient: 201, description: '', date_created: time, deactivated: true },
        name: version >= 10 ? 'past' : 'abcdef12!DEACTIVATED:past',
      },
    ],
    zerver_recipient: [
      ...[10, 11].map((id) => ({ id: 100 + id, type: 1, type_id: id })),
      ...[20, 21].map((id) => ({ id: 180 + id, type: 2, type_id: id })),
      { id: 300, type: 3, type_id: 1 },
    ],
    zerver_huddle: [
      { id: 1, huddle_hash: 'x', recipient: 300, ...from(version, 8, { group_size: 2 }) },
    ],
    zerver_subscription: [
      ...[10, 11].map((user_profile, index) => ({
        ...{ id: index, user_profile, recipient: 200, active: true, color: '#abcdef' },
        ...until(version, 5, { role: 50 }),
        ...from(version, 6, { is_user_active: true }),
      })),
      ...[10, 11].map((user_profile) => ({
        ...{ id: user_profile, user_profile, recipient: 300, active: true },
      })),
    ],
    zerver_realmfilter: [
      {
        ...{ id: 1, pattern: 'T(?P<id>[0-9]+)' },
        ...until(version, 6, { url_format_string: 'https://bugs.test/%(id)s' }),
        ...from(version, 7, { url_template: 'https://bugs.test/{id}' }),
        ...from(version, 8, { order: 1 }),
      },
    ],
    zerver_realmplayground: [
      {
        ...{ id: 1, name: 'Try', pygments_language: 'Python' },
        ...until(version, 7, { url_prefix: 'https://try.test/?' }),
        ...from(version, 8, { url_template: 'https://try.test/?{code}' }),
      },
    ],
    ...groupsOf(version),
    ...topicsOf(version),
    ...from(version, 5, { zerver_muteduser: [] }),
    ...from(version, 8, { zerver_onboardingstep: [] }),
    ...from(version, 10, {
      zerver_savedsnippet: [{ id: 4, user_profile: 10, title: 'Hello', content: 'Dear' }],
    }),
    ...from(version, 11, {
      import_source: '',
      zerver_channelfolder: [{ id: 3, name: 'Team', description: '', creator: 10, order: 0 }],
      zerver_navigationview: [],
    }),
    zerver_client: [{ id: 1, name: 'website' }],
    zerver_reaction: [
      {
        ...{ id: 1, user_profile: 11, message: 501, emoji_name: 'tada', emoji_code: '1f389' },
        reaction_type: 'unicode_emoji',
      },
    ],
  }
}

function personOf(version: number, id: number, full_name: string, role: number): Row {
  const email = `${full_name.toLowerCase()}@acme.test`
  return {
    ...{ id, email, delivery_email: email, full_name, role, is_active: true, is_bot: false },
    ...{ date_joined: time, timezone: 'Europe/Berlin', recipient: 100 + id, enter_sends: true },
    ...until(version, 7, { default_view: 'recent_topics' }),
    ...from(version, 8, { web_home_view: 'recent_topics' }),
    ...until(version, 7, { escape_navigates_to_default_view: false }),
    ...from(version, 8, { web_escape_navigates_to_home_view: false }),
    ...until(version, 6, { realm_name_in_notifications: true }),
    ...from(version, 7, { realm_name_in_email_notifications_policy: 2 }),
    ...from(version, 7, { email_address_visibility: 3 }),
  }
}

/** One own group; from 7 on also the groups that follow from roles. */
function groupsOf(version: number): Record<string, Row[]> {
  const system = version >= 5 ? Object.entries(roleGroups) : []
  const named = [
    ...[{ id: 60, name: 'crew', description: 'Us', is_system_group: false }],
    ...system.map(([name, id]) => ({ id, name, description: '', is_system_group: true })),
  ]
  const members = [10, 11].map((user_profile, index) => ({
    id: index,
    user_group: 60,
    user_profile,
  }))
  if (version < 9) {
    const tables = { zerver_usergroup: named.map((row) => ({ ...row, realm: 2 })) }
    return { ...tables, zerver_usergroupmembership: members }
  }
  return {
    zerver_usergroup: named.map(({ id }) => ({ id, realm: 2 })),
    zerver_namedusergroup: named.map(({ id, ...row }) => ({ ...row, usergroup_ptr: id })),
    zerver_usergroupmembership: members,
    zerver_groupgroupmembership: [],
  }
}

function topicsOf(version: number): Record<string, Row[]> {
  const topic = { id: 1, user_profile: 10, stream: 20, recipient: 200, topic_name: 'noise' }
  return version < 5
    ? { zerver_mutedtopic: [{ ...topic, date_muted: time }] }
    : { zerver_usertopic: [{ ...topic, visibility_policy: 1, last_updated: time }] }
}

function messagesOf(version: number): Record<string, Row[]> {
  const message = (id: number, row: Row): Row => ({
    ...{ id, sender: 10, recipient: 200, subject: 'Plans', content: 'text', date_sent: time + id },
    ...{ sending_client: 1, rendered_content: null, edit_history: null, has_attachment: false },
    ...from(version, 6, { realm: 2 }),
    ...from(version, 10, { type: 1, is_channel_message: row['recipient'] === undefined }),
    ...row,
  })
  const [user, before] = version < 5 ? ['prev_subject', 'Plan'] : ['prev_topic', 'Plan']
  const edit = { user_id: 11, timestamp: time + 600, [user]: before, prev_content: 'txt' }
  // Before 8 the bits 32 and 64 meant something else; from 8 on the mentions of topics and groups.
  const older = version < 8 ? 32 + 64 : 0
  return {
    zerver_message: [
      message(501, { edit_history: JSON.stringify([edit]), last_edit_time: time + 600 }),
      message(502, { recipient: 300, subject: version < 11 ? '' : '\u0007', content: 'we two' }),
    ],
    zerver_usermessage: [
      { id: 1, user_profile: 10, message: 501, flags_mask: 1 + 2 + older },
      { id: 2, user_profile: 11, message: 501, flags_mask: 8 },
      { id: 3, user_profile: 10, message: 502, flags_mask: 1 + 2_048 },
      { id: 4, user_profile: 11, message: 502, flags_mask: 2_048 },
    ],
  }
}
