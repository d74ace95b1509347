import type { Markup, SketchedMessage, SketchedOrganization } from './organization'
import type { ArchiveFiles } from './zip'

const epoch = 1_420_070_400_000
const lowBits = 22n

/** An id of Discord, which holds its time. @param number tells ids of one time apart */
export function snowflake(at: Date, number = 0): string {
  return String((BigInt(at.getTime() - epoch) << lowBits) + BigInt(number))
}

const begin = new Date(Date.UTC(2024, 0, 1))

export const guild = {
  ...{ id: snowflake(begin), name: 'The Crew' },
  iconUrl: 'https://cdn.discordapp.com/embed/avatars/0.png',
}
const category = { id: snowflake(begin, 1), name: 'Work' }

/** The numbers of ids by the names that a test gives. */
const numbers = new Map<string, number>()

/** The id of a person, a channel or a role of a test. */
export function idOf(name: string): string {
  if (!numbers.has(name)) numbers.set(name, numbers.size + 10)
  return snowflake(begin, numbers.get(name))
}

export interface Channel {
  id: string
  type: string
  categoryId?: string | null
  category?: string | null
  name: string
  topic?: string | null
}

export function channelOf(name: string, fields: Partial<Channel> = {}): Channel {
  return {
    ...{ id: idOf(`#${name}`), type: 'GuildTextChat', name, topic: null },
    ...{ categoryId: category.id, category: category.name, ...fields },
  }
}

/** A thread of a channel. */
export function threadOf(parent: Channel, fields: Partial<Channel> & { id: string }): Channel {
  const thread = { type: 'GuildPublicThread', name: 'thread', topic: null, ...fields }
  return { ...thread, categoryId: parent.id, category: parent.name }
}

export function userOf(name: string, fields: object = {}): object {
  return {
    ...{ id: idOf(name), name, discriminator: '0000', nickname: name, color: null, isBot: false },
    ...{ roles: [], avatarUrl: 'https://cdn.discordapp.com/embed/avatars/1.png', ...fields },
  }
}

/** A message as DiscordChatExporter writes it. */
export function messageOf(at: Date, fields: object = {}): Record<string, unknown> {
  return {
    ...{ id: snowflake(at), type: 'Default', timestamp: at.toISOString().replace('Z', '+00:00') },
    ...{ timestampEdited: null, callEndedTimestamp: null, isPinned: false, content: '' },
    ...{ author: userOf('ada'), attachments: [], embeds: [], stickers: [], reactions: [] },
    ...{ mentions: [], inlineEmojis: [], ...fields },
  }
}

/** The JSON file of a channel. */
export function fileOf(
  channel: Channel,
  messages: readonly object[],
  {
    exportedAt = '2024-06-01T10:00:00.1234567+02:00',
    ofGuild = guild,
  }: { exportedAt?: string; ofGuild?: object } = {},
): string {
  const head = { guild: ofGuild, channel, dateRange: { after: null, before: null }, exportedAt }
  return JSON.stringify({ ...head, messages, messageCount: messages.length }, null, 2)
}

/** The usual name of a file. */
export function pathOf({ id, name, category: parent }: Channel, rest = ''): string {
  return `${guild.name} - ${parent ?? ''} - ${name} [${id}]${rest}.json`
}

/** Direct messages are in a guild of their own. */
export const noGuild = { id: '0', name: 'Direct Messages', iconUrl: guild.iconUrl }

const markup: Markup = {
  bold: (text) => `**${text}**`,
  user: (name) => `<@${idOf(name)}>`,
  channel: (name) => `<#${idOf(`#${name}`)}>`,
  link: (url, label) => `[${label}](${url})`,
}

const rootThread = '2024-03-01 Where is the plan for March?'

/** An export of a server and of direct messages, with downloaded files; public channels are in the folder `public`. */
export function discordExport(sketch: SketchedOrganization): ArchiveFiles {
  const files: ArchiveFiles = new Map()
  const fullNames = new Map(sketch.people.map(({ name, fullName }) => [name, fullName]))
  const user = (name: string) => userOf(name, { nickname: fullNames.get(name) })
  const rows = new Map<string, { channel: Channel; ofGuild: object; messages: object[] }>()
  const put = (path: string, channel: Channel, row: object, ofGuild: object = guild) => {
    const known = rows.get(path) ?? { channel, ofGuild, messages: [] }
    rows.set(path, known)
    known.messages.push(row)
  }
  const rowOf = (message: Omit<SketchedMessage, 'to' | 'replies'>, path: string) => {
    const { sender, at, text, reactions = [], file } = message
    const media = `${path.split('/').at(-1) ?? ''}_Files`
    if (file) files.set(`${path}_Files/${file.name}`, file.content)
    return messageOf(at, {
      ...{ content: text(markup), author: user(sender) },
      reactions: reactions.map(({ by }) => ({
        emoji: { id: '', name: '👍', code: 'thumbsup', isAnimated: false, imageUrl: '' },
        ...{ count: by.length, users: by.map(user) },
      })),
      attachments: file
        ? [{ id: idOf(file.name), url: `${media}\\${file.name}`, fileName: file.name }]
        : [],
    })
  }
  for (const { to, replies = [], ...message } of sketch.messages) {
    if (Array.isArray(to)) {
      const type = to.length > 2 ? 'DirectGroupTextChat' : 'DirectTextChat'
      const others = to.filter((each) => each !== 'ada').map((each) => fullNames.get(each))
      const channel = channelOf(to.join(), {
        ...{ type, name: others.join(', '), categoryId: null, category: null },
      })
      const path = `dms/${channel.id}.json`
      put(path, channel, rowOf(message, path), noGuild)
      continue
    }
    const sketched = sketch.channels.find(({ name }) => name === to)
    const channel = channelOf(to, { topic: sketched?.purpose ?? null })
    const folder = sketched?.isPrivate ? '' : 'public/'
    const path = folder + pathOf(channel)
    put(path, channel, rowOf(message, path))
    const thread = threadOf(channel, { id: snowflake(message.at), name: rootThread })
    for (const reply of replies) {
      const inThread = folder + pathOf(thread)
      put(inThread, thread, rowOf(reply, inThread))
    }
  }
  for (const [path, { channel, messages, ofGuild }] of rows) {
    files.set(path, fileOf(channel, messages, { ofGuild }))
  }
  return files
}
