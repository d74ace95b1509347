import type {
  Markup,
  SketchedChannel,
  SketchedMessage,
  SketchedOrganization,
  SketchedPerson,
} from './organization'
import type { ArchiveFiles } from './zip'

type Reply = Omit<SketchedMessage, 'to' | 'replies'>

export const team = 'crew'

/** Mattermost's ids have 26 letters and digits. */
export const mattermostId = (name: string) => name.padEnd(26, '0')

/** The path of a file, which has the ids of its channel, its author and the file. */
export function storedPath(name: string): string {
  const [channel, user, file] = ['channel', 'user', `file${name.replace(/\W/g, '')}`].map(
    mattermostId,
  )
  return `20240301/teams/noteam/channels/${channel}/users/${user}/${file}/${name}`
}

const markup: Markup = {
  bold: (text) => `**${text}**`,
  user: (name) => `@${name}`,
  channel: (name) => `~${name}`,
  link: (url, label) => `[${label}](${url})`,
}

/** A line of the bulk format. */
export function bulkLine(type: string, row: object): string {
  return JSON.stringify({ type, [type]: row })
}

/** A bulk export of Mattermost, its posts in no order of time. */
export function mattermostExport({
  people,
  channels,
  messages,
}: SketchedOrganization): ArchiveFiles {
  const files: ArchiveFiles = new Map()
  const lines = [
    JSON.stringify({ type: 'version', version: 1 }),
    bulkLine('role', { name: 'unknown here' }),
    bulkLine('team', { name: team, display_name: 'The Crew', type: 'O' }),
    ...channels.map((channel) => bulkLine('channel', channelOf(channel))),
    ...people.map((person) => bulkLine('user', userOf(person, channels))),
    ...[...messages].reverse().map((message) => postOf(message, files)),
  ]
  return new Map([['import.jsonl', lines.join('\n')], ...files])
}

function channelOf({ name, purpose, isPrivate }: SketchedChannel) {
  return { team, name, display_name: name, type: isPrivate ? 'P' : 'O', purpose }
}

function userOf(person: SketchedPerson, channels: readonly SketchedChannel[]) {
  const [first_name, last_name] = person.fullName.split(' ')
  const { name: username, email, role, isDeactivated } = person
  return {
    ...{ username, email, first_name, last_name, position: `${person.fullName}, title` },
    roles: role === 'owner' ? 'system_user system_admin' : 'system_user',
    delete_at: isDeactivated ? 1 : 0,
    teams: [
      {
        name: team,
        roles: role === 'guest' ? 'team_guest' : 'team_user',
        channels: channels
          .filter(({ members }) => members.includes(username))
          .map(({ name }) => ({
            ...{ name, favorite: name === 'plans', last_viewed_at: 1_709_283_700_000 },
            notify_props: { mark_unread: name === 'general' ? 'mention' : 'all' },
          })),
      },
    ],
  }
}

function postOf({ to, replies = [], ...post }: SketchedMessage, files: ArchiveFiles): string {
  const fields = { ...rowOf(post, files), replies: replies.map((reply) => rowOf(reply, files)) }
  return Array.isArray(to)
    ? bulkLine('direct_post', { channel_members: to, ...fields })
    : bulkLine('post', { team, channel: to, ...fields })
}

function rowOf({ sender, at, text, reactions = [], file }: Reply, files: ArchiveFiles) {
  if (file) files.set(`data/${storedPath(file.name)}`, file.content)
  const create_at = at.getTime()
  return {
    ...{ user: sender, message: text(markup), create_at },
    reactions: reactions.flatMap(({ emoji, by }) =>
      by.map((user) => ({ user, create_at, emoji_name: emoji })),
    ),
    ...(file && { attachments: [{ path: storedPath(file.name) }] }),
  }
}
