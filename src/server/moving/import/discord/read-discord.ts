import { ArchiveError } from '../archive/archive'
import type { OpenReader } from '../archive/archive'
import { firstText, textOf } from '../archive/fields'
import type { ImportRecord } from '../records'
import { Channels } from './channels'
import { CustomEmojis } from './emoji'
import { openExports } from './exports'
import type { Exports } from './exports'
import { Media } from './media'
import { fileRecords, messageRecords } from './messages'
import type { Reading } from './messages'
import type { DiscordNames, NamedChannel } from './names'
import { People } from './people'
import { plainOfText } from './plain'
import { reactionRecords } from './reactions'
import { AnsweredMessages } from './replies'
import { RoleNames } from './role-names'
import { deleteRuns, surveyExports } from './survey'
import type { Remark, Survey } from './survey'

/** The guild of direct messages. */
const noGuild = '0'

/** A server of Discord, which its API calls a guild. */
interface Guild {
  id: string
  name: string
  iconUrl: string
  /** Path of the JSON file. */
  file: string
}

/**
 * Opens exports of DiscordChatExporter in JSON: a folder or a zip of them, or the file of one channel. Each file is read as a
 * stream, and messages are sorted on disk, so that memory is independent of their number. Damaged messages get remarks.
 *
 * @throws ArchiveError if it is refused as a whole
 * Source: docs/protocol/import.md#discord.
 */
export async function openDiscordArchive(path: string): Promise<OpenReader> {
  const exports = await openExports(path)
  try {
    const guild = guildOf(exports)
    return {
      source: `discord:${guild.id}`,
      records: (remark) => readRecords(exports, guild, remark),
      close: exports.archive.close,
    }
  } catch (error) {
    await exports.archive.close()
    throw error
  }
}

/** The one server of the archive; direct messages may be beside it. */
function guildOf({ files }: Exports): Guild {
  const guilds = new Map<string, Guild>()
  for (const { guild, path } of files) {
    const id = textOf(guild, 'id') || noGuild
    const found = { id, name: firstText(guild, 'name'), iconUrl: textOf(guild, 'iconUrl') }
    if (!guilds.has(id)) guilds.set(id, { ...found, file: path })
  }
  const [first, other] = [...guilds.values()].filter(({ id }) => id !== noGuild)
  if (first && other) {
    throw new ArchiveError(
      `The archive has exports of several servers, such as “${first.name}” and “${other.name}”. Each server needs an archive of its own.`,
    )
  }
  return first ?? { id: noGuild, name: '', iconUrl: '', file: '' }
}

async function* readRecords(
  exports: Exports,
  guild: Guild,
  remark: Remark,
): AsyncGenerator<ImportRecord> {
  for (const each of exports.archive.remarks) remark(each)
  for (const file of exports.others) {
    remark({ reason: 'The file is no export of DiscordChatExporter.', file })
  }
  const media = new Media(exports.archive)
  const found = {
    ...{ people: new People(media), channels: new Channels(exports.files) },
    emojis: new CustomEmojis(media),
  }
  const survey = await surveyExports(exports, found, remark)
  const { people, channels, emojis, asks } = survey
  const tell = (reason: string) => (name: string) => remark({ reason, file: name })
  let answers: AnsweredMessages | undefined
  try {
    channels.completeConversations(people, tell('A member of a conversation is unknown.'))
    const icon = media.findAvatar(guild.iconUrl, guild.file)
    if (guild.name) {
      yield { kind: 'realm', name: guild.name, ...(icon && { pictures: { icon } }) }
    }
    yield* emojis.records(tell('The picture of an emoji is not in the archive.'))
    yield* people.records()
    yield* people.groups(tell('The color of a role is dropped.'))
    yield* channels.folders()
    const threads: Reading['threads'] = new Map()
    const names = namesOf(survey, guild, (id) => threads.get(id)?.firstKey)
    const describe = (topic: string) => plainOfText(topic, names, []).replace(/\s+/g, ' ')
    yield* channels.streamRecords(
      describe,
      tell(
        'A channel that is in no folder named “public” is a private stream of those who wrote there.',
      ),
    )
    yield* channels.subscriptions(people)
    answers = await AnsweredMessages.create(asks)
    const reading: Reading = { survey, names, media, threads, answers, remark }
    yield* fileRecords(reading)
    const dropped = new Set<string>()
    yield* messageRecords(reading, dropped)
    yield* reactionRecords(reading, dropped)
  } finally {
    await answers?.delete()
    await deleteRuns(survey)
  }
}

/** @param firstKeyOf the first message of a thread, once the files have been read */
function namesOf(
  { people, channels, emojis }: Survey,
  guild: Guild,
  firstKeyOf: (threadId: string) => string | undefined,
): DiscordNames {
  const roles = new RoleNames(people.roleNames())
  const channel = (id: string): NamedChannel | undefined => {
    const found = channels.find(id)
    if (!found || found.kind === 'conversation') return undefined
    if (found.kind === 'thread') return { ...found, kind: 'thread', firstKey: firstKeyOf(id) }
    return { kind: 'stream', key: id, name: found.name }
  }
  return {
    user: (id) => people.find(id),
    role: (id) => people.role(id),
    roleIn: (text) => roles.in(text),
    channel,
    channelNamed: (name) => channel(channels.findByName(name) ?? ''),
    emoji: (id) => emojis.nameOf(id),
    emojiNamed: (name) => emojis.named(name),
    isOwnGuild: (id) => id === guild.id,
  }
}
