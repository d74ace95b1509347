import {
  cutTextReason,
  firstText,
  isRow,
  isTextCut,
  isTrue,
  numberOf,
  rowOf,
  rowsOf,
  scalarOf,
  textOf,
} from '../archive/fields'
import type { Row } from '../archive/fields'
import type { CustomEmojis, UsedEmoji } from './emoji'
import { kindOf } from './kinds'
import type { MessageKind } from './kinds'
import type { MentionedUser } from './names'
import type { People } from './people'

/** A file of a message. */
export interface Attachment {
  id: string
  name: string
  url: string
}

interface Sticker {
  id: string
  name: string
  url: string
  format: string
}

/** The parts of a message that a forwarded message has, too. */
export interface Body {
  text: string
  attachments: Attachment[]
  stickers: Sticker[]
  embeds: Row[]
}

/** Another message that a message answers or forwards. */
interface Reference {
  /** `other`: of the system, or of a message that another server published. */
  kind: 'reply' | 'forward' | 'other'
  messageId: string
  channelId: string
  guildId: string
}

/** A message as it is sorted. */
export interface MessageItem extends Body {
  /** Milliseconds. */
  at: number
  key: string
  channelId: string
  /** Path of the JSON file. */
  file: string
  kind: Exclude<MessageKind['kind'], 'left out'>
  sender: string
  isBot: boolean
  mentions: MentionedUser[]
  editedAt?: number
  /** Length of a call. */
  minutes?: number
  reference?: Reference
  forwarded?: Body
  command?: { name: string; userKey: string }
  /** Buttons with an address. */
  links: { label: string; url: string }[]
  reactions: { emoji: UsedEmoji; userKeys: string[]; count: number }[]
  isPinned: boolean
}

/** Collectors of what rows name. */
interface Collectors {
  people: People
  emojis: CustomEmojis
  tell: (reason: string) => void
}

/** Discord allows fewer of each. */
const most = {
  attachments: 100,
  stickers: 20,
  embeds: 25,
  links: 50,
  reactions: 200,
  mentions: 500,
}

/**
 * The item of a row that becomes a message. Source: docs/protocol/import.md#discord-message.
 * @param place the channel, and the path of the file
 */
export function itemOf(
  row: Row,
  place: { channelId: string; file: string },
  collectors: Collectors,
): MessageItem | undefined {
  const { kind } = kindOf(textOf(row, 'type'))
  const [key, at] = [textOf(row, 'id'), timeOf(row, 'timestamp')]
  const { people, tell } = collectors
  const author = rowOf(row, 'author')
  const sender = people.add(author, place.file)
  if (kind === 'left out') return undefined
  if (key === '' || at === undefined || sender === undefined) {
    tell('A message has no id, no time or no author.')
    return undefined
  }
  const [editedAt, endedAt] = [timeOf(row, 'timestampEdited'), timeOf(row, 'callEndedTimestamp')]
  const [reference, command] = [referenceOf(row), commandOf(row, place.file, collectors)]
  const forwarded = isRow(row.forwardedMessage) ? row.forwardedMessage : undefined
  noteEmoji(row, place.file, collectors)
  return {
    ...{ at, key, ...place, kind, sender, isBot: isTrue(author, 'isBot') },
    ...bodyOf(row, place.file, collectors),
    mentions: mentionsOf(row, place.file, collectors),
    ...(editedAt !== undefined && { editedAt }),
    ...(endedAt !== undefined && { minutes: Math.max(1, Math.round((endedAt - at) / 60_000)) }),
    ...(reference && { reference }),
    ...(forwarded && { forwarded: bodyOf(forwarded, place.file, collectors) }),
    ...(command && { command }),
    links: linksOf(rowsOf(row, 'components')).slice(0, most.links),
    reactions: rowsOf(row, 'reactions')
      .slice(0, most.reactions)
      .map((each) => reactionOf(each, place.file, collectors)),
    isPinned: isTrue(row, 'isPinned'),
  }
}

/** The moment of a text, in milliseconds; undefined for none. */
export function timeOf(row: Row, field: string): number | undefined {
  const time = Date.parse(textOf(row, field))
  return time > 0 && time < maxTime ? time : undefined
}

const maxTime = Date.UTC(9999, 11, 31)

function bodyOf(row: Row, file: string, { emojis, tell }: Collectors): Body {
  if (isTextCut(row, 'content')) tell(cutTextReason)
  const embeds = rowsOf(row, 'embeds').slice(0, most.embeds)
  for (const embed of embeds) {
    for (const each of rowsOf(embed, 'inlineEmojis')) emojis.note(each, file)
  }
  return {
    text: textOf(row, 'content'),
    attachments: rowsOf(row, 'attachments')
      .slice(0, most.attachments)
      .map((each) => ({
        ...{ id: textOf(each, 'id'), url: textOf(each, 'url') },
        name: firstText(each, 'fileName') || 'file',
      })),
    stickers: rowsOf(row, 'stickers')
      .slice(0, most.stickers)
      .map((each) => ({
        ...{ id: textOf(each, 'id'), name: firstText(each, 'name') || 'sticker' },
        ...{ url: textOf(each, 'sourceUrl'), format: textOf(each, 'format') },
      })),
    embeds: embeds.map(slimEmbed),
  }
}

const pictures = ['thumbnail', 'image', 'video']
const mostFields = 50

/** The fields of an embed that its text needs. */
function slimEmbed(embed: Row): Row {
  const texts = (row: Row, ...fields: string[]) =>
    Object.fromEntries(fields.map((field) => [field, textOf(row, field)]))
  const images = rowsOf(embed, 'images').slice(0, most.attachments)
  return {
    ...texts(embed, 'title', 'url', 'timestamp', 'description'),
    author: texts(rowOf(embed, 'author'), 'name', 'url'),
    footer: texts(rowOf(embed, 'footer'), 'text'),
    ...Object.fromEntries(
      pictures.map((each) => [each, texts(rowOf(embed, each), 'url', 'canonicalUrl')]),
    ),
    images: images.map((each) => texts(each, 'url', 'canonicalUrl')),
    fields: rowsOf(embed, 'fields')
      .slice(0, mostFields)
      .map((each) => ({ name: scalarOf(each, 'name'), value: scalarOf(each, 'value') })),
  }
}

function noteEmoji(row: Row, file: string, { emojis }: Collectors): void {
  for (const each of rowsOf(row, 'inlineEmojis')) emojis.note(each, file)
}

const mostNameCharacters = 100

function mentionsOf(row: Row, file: string, { people }: Collectors): MentionedUser[] {
  return rowsOf(row, 'mentions')
    .slice(0, most.mentions)
    .flatMap((each) => {
      const key = people.add(each, file)
      const names = [firstText(each, 'nickname'), firstText(each, 'name')]
        .map((name) => name.slice(0, mostNameCharacters))
        .filter(Boolean)
      return key === undefined ? [] : [{ key, names: [...new Set(names)] }]
    })
}

function reactionOf(
  row: Row,
  file: string,
  { people, emojis }: Collectors,
): MessageItem['reactions'][number] {
  const userKeys = rowsOf(row, 'users').flatMap((each) => people.add(each, file) ?? [])
  return {
    emoji: emojis.note(rowOf(row, 'emoji'), file),
    userKeys: [...new Set(userKeys)],
    count: numberOf(row, 'count') ?? userKeys.length,
  }
}

/** Older versions have no name for the type. */
const replyTypes = new Set(['Reply', '19'])

function referenceOf(row: Row): Reference | undefined {
  const reference = rowOf(row, 'reference')
  const [messageId, channelId] = [textOf(reference, 'messageId'), textOf(reference, 'channelId')]
  if (messageId === '' && channelId === '') return undefined
  const isForward = textOf(reference, 'type') === 'Forward' || isRow(row.forwardedMessage)
  const isReply = replyTypes.has(textOf(row, 'type'))
  const kind = isForward ? 'forward' : isReply ? 'reply' : 'other'
  return { kind, messageId, channelId, guildId: textOf(reference, 'guildId') }
}

function commandOf(row: Row, file: string, { people }: Collectors): MessageItem['command'] {
  const interaction = rowOf(row, 'interaction')
  const name = firstText(interaction, 'name')
  const userKey = people.add(rowOf(interaction, 'user'), file)
  return name !== '' && userKey !== undefined ? { name, userKey } : undefined
}

const mostLevels = 3

/** Link buttons, which are inside of rows of components. */
function linksOf(components: readonly Row[], level = 0): MessageItem['links'] {
  if (level > mostLevels) return []
  return components.flatMap((each) => {
    const [label, url] = [firstText(each, 'label'), firstText(each, 'url')]
    const inner = linksOf(rowsOf(each, 'components').slice(0, most.links), level + 1)
    return url ? [{ label: label || url, url }, ...inner] : inner
  })
}
