import { createHash } from 'node:crypto'
import {
  cutTextReason,
  firstText,
  isTextCut,
  isTrue,
  numberOf,
  rowOf,
  rowsOf,
  textOf,
  textsOf,
} from '../archive/fields'
import type { Row } from '../archive/fields'
import { snippetOf } from '../markup/thread-topics'
import type { Channels } from './channels'
import type { BulkLine } from './lines'
import { plainOfPost } from './markdown'
import type { People } from './people'

/** A post or a reply, as it is sorted. */
export interface PostItem {
  /** Milliseconds. */
  at: number
  /** Identity of a post, as in Mattermost: conversation, time, author and a digest of its text. */
  key: string
  /** The stream and its team, or the members of a conversation. */
  streamKey?: string
  team: string
  userKeys?: string[]
  sender: string
  text: string
  isMe: boolean
  isPinned: boolean
  editedAt?: number
  reactions: { user: string; emoji: string }[]
  files: string[]
  attachments: Row[]
  starredBy: string[]
  /** The thread of a reply, or of a post with replies. */
  thread?: { rootKey: string; rootAt: number; sender: string; words: string; replies: number }
}

type Place = Pick<PostItem, 'streamKey' | 'team' | 'userKeys'>

const maxTime = Date.UTC(9999, 11, 31)

/**
 * The post of a line and its replies. Source: docs/protocol/import.md#mattermost-post.
 * @param tell receives the reason why a post or a reply is left out
 */
export function* postsOf(
  { type, row }: BulkLine,
  { channels, people }: { channels: Channels; people: People },
  tell: (reason: string) => void,
): Generator<PostItem> {
  const place = type === 'post' ? channelPlace(row, channels) : directPlace(row)
  if (!place) {
    tell('A post is in an unknown channel.')
    return
  }
  if (type === 'direct_post') addMembers(place, people, tell)
  const root = postOf(row, place, people, tell)
  const replies = rowsOf(row, 'replies')
    .map((reply) => postOf(reply, place, people, tell))
    .filter((reply) => reply !== undefined)
  if (!root || replies.length === 0) {
    yield* root ? [root] : replies
    return
  }
  const { key, at, sender, text, files } = root
  const words = snippetOf(plainOfPost(text)) || (files[0]?.split('/').pop() ?? '')
  const thread = { rootKey: key, rootAt: at, sender, words, replies: replies.length }
  for (const item of [root, ...replies]) yield { ...item, thread }
}

function channelPlace(row: Row, channels: Channels): Place | undefined {
  const team = textOf(row, 'team')
  const streamKey = channels.find(team, textOf(row, 'channel'))
  return streamKey === undefined ? undefined : { streamKey, team }
}

function directPlace(row: Row): Place | undefined {
  const userKeys = textsOf(row, 'channel_members').map((name) => name.toLowerCase())
  return userKeys.length === 0 ? undefined : { userKeys: [...new Set(userKeys)].sort(), team: '' }
}

function addMembers({ userKeys }: Place, people: People, tell: (reason: string) => void): void {
  for (const key of userKeys ?? []) {
    if (people.addUnknown(key)) tell('No line of the archive has the member of a conversation.')
  }
}

function postOf(
  row: Row,
  place: Place,
  people: People,
  tell: (reason: string) => void,
): PostItem | undefined {
  const at = numberOf(row, 'create_at') ?? 0
  const user = textOf(row, 'user').toLowerCase()
  const type = textOf(row, 'type')
  if (/^system_(?!me$)/.test(type)) return undefined
  if (at <= 0 || at > maxTime) {
    tell('A post has no time.')
    return undefined
  }
  if (user === '') {
    tell('A post has no sender.')
    return undefined
  }
  const webhook = firstText(rowOf(row, 'props'), 'override_username')
  const sender = webhook ? people.addWebhook(webhook) : user
  if (people.addUnknown(sender)) tell('No line of the archive has the sender.')
  if (isTextCut(row, 'message')) tell(cutTextReason)
  const text = textOf(row, 'message')
  const reactions = reactionsOf(row)
  for (const { user: by } of reactions) {
    if (people.addUnknown(by)) tell('No line of the archive has the person of a reaction.')
  }
  const editedAt = numberOf(row, 'edit_at')
  const where = place.streamKey ?? place.userKeys?.join(',') ?? ''
  const digest = createHash('sha1').update(text).digest('hex')
  return {
    ...{ ...place, at, sender, text, key: `${where}/${at}/${user}/${digest}` },
    isMe: /^(?:system_)?me$/.test(type),
    isPinned: isTrue(row, 'is_pinned'),
    ...(editedAt && editedAt < maxTime && { editedAt }),
    reactions,
    files: rowsOf(row, 'attachments').map((each) => textOf(each, 'path')),
    attachments: rowsOf(rowOf(row, 'props'), 'attachments'),
    starredBy: textsOf(row, 'flagged_by').map((name) => name.toLowerCase()),
  }
}

function reactionsOf(row: Row): PostItem['reactions'] {
  return rowsOf(row, 'reactions').flatMap((each) => {
    const user = textOf(each, 'user').toLowerCase()
    return user === '' ? [] : { user, emoji: textOf(each, 'emoji_name') }
  })
}
