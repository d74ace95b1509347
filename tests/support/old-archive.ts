import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

type Row = Record<string, unknown>

/** Seconds at which the first message of the archive was sent. */
const begun = 1_617_000_000

const person = (id: number, name: string, further: Row = {}): Row => ({
  id,
  email: `${name.toLowerCase()}@old.test`,
  delivery_email: `${name.toLowerCase()}@old.test`,
  full_name: name,
  short_name: name.toLowerCase(),
  is_active: true,
  is_staff: false,
  is_bot: false,
  bot_type: null,
  bot_owner: null,
  role: 400,
  is_mirror_dummy: false,
  date_joined: begun - 1_000,
  timezone: 'Europe/Berlin',
  avatar_source: 'G',
  avatar_version: 1,
  default_language: 'en',
  enter_sends: true,
  default_view: 'all_messages',
  long_term_idle: false,
  tutorial_status: 'F',
  recipient: 100 + id,
  ...further,
})

/** Tables of an archive as Zulip 4 wrote it, with policies as numbers. */
function oldTables(): Record<string, unknown> {
  return {
    zerver_realm: [
      {
        ...{
          id: 2,
          string_id: 'old',
          name: 'Old Place',
          description: 'From 2021',
          date_created: begun - 5_000,
        },
        ...{ create_stream_policy: 2, invite_to_realm_policy: 4, wildcard_mention_policy: 5 },
        ...{
          email_address_visibility: 1,
          message_content_edit_limit_seconds: 0,
          waiting_period_threshold: 3,
        },
        ...{
          notifications_stream: 21,
          signup_notifications_stream: null,
          allow_message_editing: false,
        },
        ...{ authentication_methods: 7, deactivated: false, default_twenty_four_hour_time: true },
      },
    ],
    zerver_userprofile: [
      person(10, 'Olga', { role: 100 }),
      person(11, 'Ivan', { enter_sends: false }),
      person(12, 'Twin', { delivery_email: 'IVAN@old.test', is_active: false }),
      person(13, 'Bad*Name', { delivery_email: '', email: '' }),
      person(14, 'Robot', {
        is_bot: true,
        bot_type: 1,
        bot_owner: 11,
        email: 'robot-bot@old.test',
        delivery_email: 'robot-bot@old.test',
      }),
    ],
    zerver_userprofile_mirrordummy: [
      person(15, 'Ghost', { is_mirror_dummy: true, is_active: true }),
    ],
    zerver_userprofile_crossrealm: [
      { id: 5, email: 'notification-bot@zulip.com', recipient_id: 105 },
      { id: 6, email: 'reminder-bot@zulip.com', recipient_id: 106 },
    ],
    zerver_stream: [
      {
        id: 20,
        name: 'news',
        description: 'All of it',
        invite_only: false,
        deactivated: false,
        stream_post_policy: 2,
        date_created: begun - 100,
        recipient: 200,
        history_public_to_subscribers: true,
        message_retention_days: null,
      },
      {
        id: 21,
        name: 'secret',
        description: '',
        invite_only: true,
        deactivated: false,
        stream_post_policy: 1,
        date_created: begun - 100,
        recipient: 201,
        history_public_to_subscribers: false,
        message_retention_days: 30_000,
      },
      {
        id: 22,
        name: 'abcdef12!DEACTIVATED:past',
        description: '',
        invite_only: true,
        deactivated: true,
        stream_post_policy: 1,
        date_created: begun,
        recipient: 202,
        history_public_to_subscribers: false,
      },
    ],
    zerver_recipient: [
      ...[5, 6, 10, 11, 12, 13, 14, 15].map((id) => ({ id: 100 + id, type: 1, type_id: id })),
      ...[20, 21, 22].map((id) => ({ id: 180 + id, type: 2, type_id: id })),
      { id: 300, type: 3, type_id: 1 },
    ],
    zerver_huddle: [{ id: 1, huddle_hash: 'x', recipient: 300 }],
    zerver_subscription: [
      ...[10, 11].map((user, index) => ({
        id: index,
        user_profile: user,
        recipient: 200,
        active: true,
        role: 50,
        color: '#ABCDEF',
        is_muted: user === 11,
        pin_to_top: false,
      })),
      { id: 5, user_profile: 11, recipient: 201, active: false, role: 50, color: 'not a color' },
      { id: 6, user_profile: 10, recipient: 201, active: true, role: 50 },
      ...[10, 11, 13].map((user) => ({
        id: 10 + user,
        user_profile: user,
        recipient: 300,
        active: true,
      })),
      { id: 99, user_profile: 10, recipient: 999, active: true },
    ],
    zerver_realmauditlog: [
      {
        id: 1,
        event_type: 301,
        event_time: begun,
        modified_user: 11,
        modified_stream: 21,
        event_last_message_id: 500,
      },
      {
        id: 2,
        event_type: 303,
        event_time: begun,
        modified_user: 11,
        modified_stream: 21,
        event_last_message_id: 503,
      },
      { id: 3, event_type: 101, event_time: begun, modified_user: 11 },
    ],
    zerver_mutedtopic: [
      {
        id: 1,
        user_profile: 10,
        stream: 20,
        recipient: 200,
        topic_name: 'noise',
        date_muted: begun,
      },
    ],
    zerver_userhotspot: [{ id: 1, user: 10, hotspot: 'intro_reply' }],
    zerver_realmfilter: [
      { id: 1, pattern: 'T(?P<id>[0-9]+)', url_format_string: 'https://bugs.test/%(id)s' },
    ],
    zerver_customprofilefield: [
      {
        id: 1,
        name: 'Site',
        field_type: 7,
        field_data: '{"subtype":"custom","url_pattern":"javascript:%(username)s"}',
        order: 1,
      },
      { id: 2, name: 'Page', field_type: 5, field_data: '', order: 2 },
    ],
    zerver_customprofilefieldvalue: [
      { id: 1, field: 2, user_profile: 10, value: 'javascript:alert(1)' },
      { id: 2, field: 2, user_profile: 11, value: 'https://ivan.test' },
    ],
    zerver_realmplayground: [
      { id: 2, name: 'Trap', pygments_language: 'C', url_prefix: 'javascript:' },
      { id: 1, name: 'Try', pygments_language: 'Python', url_prefix: 'https://try.test/?' },
    ],
    zerver_usergroup: [{ id: 1, name: 'crew', description: 'Us', members: [10, 11] }],
    zerver_usergroupmembership: [10, 11].map((user, index) => ({
      id: index,
      user_group: 1,
      user_profile: user,
    })),
    zerver_client: [{ id: 1, name: 'website' }],
    zerver_reaction: [
      {
        id: 1,
        user_profile: 11,
        message: 501,
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
      },
      {
        id: 2,
        user_profile: 11,
        message: 501,
        emoji_name: 'gone',
        emoji_code: '77',
        reaction_type: 'realm_emoji',
      },
      {
        id: 3,
        user_profile: 11,
        message: 9_999,
        emoji_name: 'tada',
        emoji_code: '1f389',
        reaction_type: 'unicode_emoji',
      },
    ],
    import_source: 'third party',
  }
}

const message = (id: number, further: Row): Row => ({
  ...{
    id,
    sender: 10,
    recipient: 200,
    subject: 'First',
    sending_client: 1,
    rendered_content: null,
  },
  ...{ date_sent: begun + id, last_edit_time: null, edit_history: null, has_attachment: false },
  ...further,
})

function oldMessages(): Row[] {
  const history = [
    {
      user_id: 10,
      timestamp: begun + 600,
      prev_content: 'befor',
      prev_rendered_content: '',
      prev_subject: 'Frist',
    },
  ]
  return [
    message(501, {
      content: 'T12 see #narrow/stream/20-news/topic/First/near/504',
      edit_history: JSON.stringify(history),
      last_edit_time: begun + 600,
    }),
    message(502, {
      sender: 11,
      recipient: 201,
      subject: '',
      content: 'hush\u0000 @**Olga|10** \ud800',
    }),
    message(503, { sender: 5, recipient: 111, subject: '', content: 'a notice' }),
    message(504, { sender: 11, recipient: 300, subject: '', content: 'we three' }),
    message(505, { sender: 99, content: 'by nobody' }),
    message(506, { sender: 15, recipient: 202, subject: 'old', content: 'from the past' }),
    message(507, { sender: 10, recipient: 201, content: 'after he left' }),
  ]
}

/** Rows of flags: everybody has read everything but the last message of the stream, which Ivan has not. */
const oldFlags: Row[] = [
  { id: 1, user_profile: 10, message: 501, flags_mask: 1 + 2 + 32 },
  { id: 2, user_profile: 11, message: 501, flags_mask: 64 },
  { id: 3, user_profile: 10, message: 502, flags_mask: 8 },
  { id: 4, user_profile: 11, message: 504, flags_mask: 1 + 2_048 },
  { id: 5, user_profile: 10, message: 504, flags_mask: 2_048 },
]

/** Writes an archive of Zulip 4 into a folder, with odd rows in it. */
export async function writeOldArchive(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const write = (name: string, value: unknown) =>
    writeFile(path.join(folder, name), JSON.stringify(value))
  await write('realm.json', oldTables())
  await write('messages-000001.json', {
    zerver_message: oldMessages(),
    zerver_usermessage: oldFlags,
  })
  await write('attachment.json', {
    zerver_attachment: [
      { id: 1, owner: 10, path_id: '2/ab/xyz/lost.txt', file_name: 'lost.txt', create_time: begun },
    ],
  })
}

/** Writes an archive with many messages in two streams, a thousand a file, each with two rows of flags. */
export async function writeLargeArchive(folder: string, count: number): Promise<void> {
  await writeOldArchive(folder)
  for (let file = 0; file * 1_000 < count; file += 1) {
    const ids = Array.from(
      { length: Math.min(1_000, count - file * 1_000) },
      (_, index) => 1_000 + file * 1_000 + index,
    )
    const name = `messages-${String(file + 2).padStart(6, '0')}.json`
    const text = JSON.stringify({
      zerver_message: ids.map((id) =>
        message(id, {
          sender: id % 2 === 0 ? 10 : 11,
          recipient: id % 5 === 0 ? 201 : 200,
          subject: `Topic ${id % 97}`,
          content: `Message ${id}: some words with **weight**, a link to #narrow/stream/20-news/topic/x/near/${id + (id % 3) - 1} and T${id}.`,
        }),
      ),
      zerver_usermessage: ids.flatMap((id) => [
        { id: 2 * id, user_profile: 10, message: id, flags_mask: 1 },
        { id: 2 * id + 1, user_profile: 11, message: id, flags_mask: id % 50 === 0 ? 0 : 1 },
      ]),
    })
    await writeFile(path.join(folder, name), text)
  }
}
