import type {
  Markup,
  SketchedChannel,
  SketchedMessage,
  SketchedOrganization,
  SketchedPerson,
} from './organization'
import type { ArchiveFiles } from './zip'

type Reply = Omit<SketchedMessage, 'to' | 'replies'>

/** The key of a person or a channel of the sketch. */
const slackIds = {
  user: (name: string) => `U${name.toUpperCase()}`,
  channel: (name: string) => `C${name.toUpperCase()}`,
  conversation: (members: readonly string[]) =>
    (members.length === 2 ? 'D' : 'G') + members.join('').toUpperCase(),
}

const markup: Markup = {
  bold: (text) => `*${text}*`,
  user: (name) => `<@${slackIds.user(name)}>`,
  channel: (name) => `<#${slackIds.channel(name)}|${name}>`,
  link: (url, label) => `<${url}|${label}>`,
}

export function slackTime(at: Date): string {
  return `${Math.floor(at.getTime() / 1000)}.000100`
}

/** A corporate export of Slack with uploads as slackdump stores them. */
export function slackExport({ people, channels, messages }: SketchedOrganization): ArchiveFiles {
  const files: ArchiveFiles = new Map()
  const json = (path: string, value: unknown) => files.set(path, JSON.stringify(value))
  json('users.json', people.map(userOf))
  json('channels.json', channels.filter(({ isPrivate }) => !isPrivate).map(channelOf))
  json('groups.json', channels.filter(({ isPrivate }) => isPrivate).map(channelOf))
  const groups = [...new Set(messages.flatMap(({ to }) => (Array.isArray(to) ? [to.join()] : [])))]
  const conversations = groups
    .map((group) => group.split(','))
    .map((members) => ({
      ...{ id: slackIds.conversation(members), created: 1, members: members.map(slackIds.user) },
    }))
  json(
    'dms.json',
    conversations.filter(({ members }) => members.length <= 2),
  )
  json(
    'mpims.json',
    conversations.filter(({ members }) => members.length > 2),
  )
  const days = new Map<string, object[]>()
  for (const message of messages) {
    const folder = Array.isArray(message.to) ? slackIds.conversation(message.to) : message.to
    for (const row of rowsOf(message, files)) {
      const day = new Date(1000 * Number(row.ts)).toISOString().slice(0, 10)
      const path = `${folder}/${day}.json`
      days.set(path, [...(days.get(path) ?? []), row])
    }
  }
  for (const [path, rows] of days) json(path, rows)
  return files
}

function userOf({ name, fullName, email, role, isDeactivated }: SketchedPerson) {
  return {
    ...{ id: slackIds.user(name), team_id: 'T1', name, real_name: fullName, tz: 'Europe/Berlin' },
    deleted: isDeactivated === true,
    is_owner: role === 'owner',
    is_admin: role === 'admin',
    is_restricted: role === 'guest',
    profile: { real_name: fullName, email, title: `${fullName}, title` },
  }
}

function channelOf({ name, purpose, members }: SketchedChannel) {
  return {
    ...{ id: slackIds.channel(name), name, created: 1_700_000_000, creator: slackIds.user('ada') },
    is_general: name === 'general',
    members: members.map(slackIds.user),
    purpose: { value: purpose },
  }
}

function rowsOf(message: SketchedMessage, files: ArchiveFiles): { ts: string }[] {
  const { replies = [] } = message
  const thread = replies.length > 0 && { thread_ts: slackTime(message.at) }
  return [message, ...replies].map((each) => ({ ...rowOf(each, files), ...thread }))
}

function rowOf({ sender, at, text, reactions, file }: Reply, files: ArchiveFiles) {
  return {
    ...{ type: 'message', user: slackIds.user(sender), ts: slackTime(at), text: text(markup) },
    ...(reactions && {
      reactions: reactions.map(({ emoji, by }) => ({
        ...{ name: emoji, count: by.length, users: by.map(slackIds.user) },
      })),
    }),
    ...(file && { files: [fileOf(file, sender, files)] }),
  }
}

function fileOf(file: { name: string; content: string }, sender: string, files: ArchiveFiles) {
  const id = `F${file.name.replace(/\W/g, '').toUpperCase()}`
  files.set(`__uploads/${id}/${file.name}`, file.content)
  return {
    ...{ id, name: file.name, title: file.name, mode: 'hosted', mimetype: 'text/plain' },
    ...{ size: file.content.length, user: slackIds.user(sender) },
    url_private: `https://files.slack.com/${id}`,
  }
}
