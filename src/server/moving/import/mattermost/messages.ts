import { DirectThreads } from '../markup/direct-threads'
import { emojiNameOf, hasSkinTone, toneReason } from '../markup/emoji-names'
import { messageParts } from '../markup/message-parts'
import { pinKeyOf, pinNotice, pinTopic } from '../markup/pins'
import { countLine, rootQuote } from '../markup/thread-texts'
import type { ThreadTopics } from '../markup/thread-topics'
import type { ImportRemark, MessageRecord, ReactionRecord } from '../records'
import { contentOf } from './contents'
import { plainOfPost } from './markdown'
import type { MattermostNames } from './names'
import { noticeKey } from './people'
import type { People } from './people'
import type { PostItem } from './posts'
import type { SortedRuns } from '../archive/sorted-runs'

/** The posts, and what their records need. */
export interface Posts {
  runs: SortedRuns<PostItem>
  names: MattermostNames
  people: People
  threads: ThreadTopics
  mainTopic: string
  /** The file of the bulk export, for remarks. */
  file: string
  hasFile: (path: string) => boolean
  hasEmoji: (name: string) => boolean
  remark: (remark: ImportRemark) => void
}

/**
 * The messages by their time, threads in topics of their own. Source: docs/protocol/import.md#threads-to-topics.
 * @param dropped receives the keys of posts that become no message
 */
export async function* messageRecords(
  posts: Posts,
  dropped: Set<string>,
): AsyncGenerator<MessageRecord> {
  const direct = new DirectThreads()
  for await (const item of distinct(posts)) {
    const content = contentOf(item, posts.names, posts.hasFile)
    if (content === '') {
      dropped.add(item.key)
      posts.remark({ reason: 'A post has no content.', file: posts.file })
    } else if (item.streamKey === undefined) yield* directMessages(item, content, direct, posts)
    else {
      yield* streamMessages(item, item.streamKey, content, posts)
      if (item.isPinned) yield pinOf(item, item.streamKey)
    }
  }
}

/** Items by their time; items of equal keys count as one, as in Mattermost. */
async function* distinct({ runs, remark, file }: Posts): AsyncGenerator<PostItem> {
  let at = 0
  let keys = new Set<string>()
  for await (const item of runs.sorted()) {
    if (item.at !== at) keys = new Set()
    at = item.at
    if (keys.has(item.key)) {
      remark({ reason: 'A post is in the archive twice.', file })
      continue
    }
    keys.add(item.key)
    yield item
  }
}

function recordOf({ key, sender, at, editedAt, starredBy }: PostItem) {
  return {
    ...({ kind: 'message', key, senderKey: sender, sentAt: new Date(at) } as const),
    ...(editedAt !== undefined && { lastEditedAt: new Date(editedAt) }),
    ...(starredBy.length > 0 && { starredBy }),
  }
}

function* streamMessages(
  item: PostItem,
  streamKey: string,
  content: string,
  { threads, mainTopic, people }: Posts,
): Generator<MessageRecord> {
  const { key, thread } = item
  const record = recordOf(item)
  const main = { streamKey, topic: mainTopic }
  if (!thread) {
    yield* messageParts({ ...record, content, to: main })
    return
  }
  const { rootKey, rootAt, words, replies, sender } = thread
  const topic = threads.of({ streamKey, rootKey, startedAt: new Date(rootAt), words })
  const to = { streamKey, topic }
  if (key !== rootKey) {
    yield* messageParts({ ...record, content, to })
    return
  }
  const noticeOfThread = `${rootKey}#thread`
  const root = `${content}\n\n${countLine(replies, topic, noticeOfThread)}`
  yield* messageParts({ ...record, content: root, to: main })
  const name = people.find(sender)?.name ?? sender
  yield {
    ...{ kind: 'message', key: noticeOfThread, senderKey: noticeKey, sentAt: record.sentAt, to },
    content: rootQuote({ key, senderKey: sender, name, words }),
  }
}

/** The notice about a pinned post; nothing says when and by whom it was pinned. */
function pinOf({ key, at, text, files }: PostItem, streamKey: string): MessageRecord {
  const words = plainOfPost(text) || (files[0]?.split('/').pop() ?? '')
  return {
    ...{ kind: 'message', key: pinKeyOf(key), senderKey: noticeKey, sentAt: new Date(at) },
    to: { streamKey, topic: pinTopic },
    content: pinNotice({ key, words, by: undefined }),
  }
}

function* directMessages(
  item: PostItem,
  content: string,
  direct: DirectThreads,
  { people }: Posts,
): Generator<MessageRecord> {
  const { key, thread, userKeys = [], sender } = item
  const record = recordOf(item)
  const rootKey = thread?.rootKey ?? key
  if (thread && rootKey === key) {
    const { words } = thread
    direct.addRoot({ key, senderKey: sender, name: people.find(sender)?.name ?? sender, words })
  }
  const conversationKey = userKeys.join(',')
  const quote = direct.quoteFor({ conversationKey, rootKey, key, sentAt: record.sentAt })
  const text = quote === undefined ? content : `${quote}\n${content}`
  const to = { userKeys: [...new Set([...userKeys, sender])] }
  yield* messageParts({ ...record, content: text, to })
}

/** The reactions to all posts that became messages. Source: docs/protocol/import.md#mattermost-emoji. */
export async function* reactionRecords(
  posts: Posts,
  dropped: ReadonlySet<string>,
): AsyncGenerator<ReactionRecord> {
  for await (const { key, reactions } of distinct({ ...posts, remark: () => undefined })) {
    if (dropped.has(key)) continue
    const given = new Set<string>()
    for (const { user, emoji } of reactions) {
      const isOwn = posts.hasEmoji(emoji)
      const emojiName = isOwn ? emoji : emojiNameOf(emoji, 'mattermost')
      if (emojiName === undefined) {
        const reason = `The emoji :${emoji.slice(0, 60)}: is unknown.`
        posts.remark({ reason, file: posts.file })
      } else if (posts.people.find(user) && !given.has(`${user} ${emojiName}`)) {
        given.add(`${user} ${emojiName}`)
        if (!isOwn && hasSkinTone(emoji, 'mattermost')) {
          posts.remark({ reason: toneReason, file: posts.file })
        }
        const record = { kind: 'reaction', messageKey: key, userKey: user, emojiName } as const
        yield isOwn ? { ...record, emojiKey: emoji } : record
      }
    }
  }
}
