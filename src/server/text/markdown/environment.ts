import { foldCase, isSameName } from '../../../shared/rules/letter-case'
import { meantTopic } from '../../../shared/rules/empty-topics'
import type MarkdownIt from 'markdown-it'
import type { PageEmbed } from './page-embeds'
import type { RE2JS } from 're2js'

/*
 * Inputs of the parser's rules besides the text: the users, groups and streams that names may refer to, and
 * the realm.
 */

/** A user whom a text may mention. */
interface MentionableUser {
  id: number
  fullName: string
  email: string
  /** Whether mentions are always silent. */
  isDeactivated?: boolean
}

/** A user group that a text may mention. */
export interface MentionableGroup {
  id: number
  name: string
  /** Name that is shown instead. */
  displayName?: string
  memberIds: number[]
  /** Whether mentions are always silent. */
  isDeactivated?: boolean
  /** Whether the writer may mention it only silently. */
  isSilent?: boolean
}

/** A stream that a text may link to. */
export interface LinkableStream {
  id: number
  name: string
}

/** A topic that a text may link to, and its newest message. */
interface LinkableTopic {
  streamName: string
  topic: string
  newestId: number
}

/** A custom emoji of the realm. */
interface RealmEmoji {
  id: number | string
  sourceUrl: string
}

/** An uploaded picture, and the address of its thumbnail. */
interface UploadedPicture {
  thumbnailUrl: string
  contentType: string
  width: number
  height: number
  isAnimated: boolean
}

/** Objects that a text may name; may hold more than the text does name. */
export interface NamedThings {
  /** Users of the sender's realm, bots included, active ones first. */
  users: MentionableUser[]
  groups: MentionableGroup[]
  streams: LinkableStream[]
  topics?: LinkableTopic[]
  /** Emoji of the realm by name, without colons. */
  realmEmoji?: Record<string, RealmEmoji>
  /** Uploaded pictures by the unguessable part of their addresses. */
  uploadedPictures?: Record<string, UploadedPicture>
}

/** Names in a text, collected so that the caller can look them all up with one query per kind. */
export interface References {
  userNames: string[]
  /** Ids from the form `@**Full Name|10**`. */
  userIds: number[]
  groupNames: string[]
  streamNames: string[]
  topics: { streamName: string; topic: string }[]
  /** Emails from the form `!avatar(ada@x.test)`. */
  emails: string[]
}

/** Finds the object that a name in the text stands for. */
export interface NameFinder {
  findUser(fullName: string): MentionableUser | undefined
  /** @param fullName must be the user's; an empty name is not compared */
  findUserWithId(id: number, fullName: string): MentionableUser | undefined
  findUserByEmail(email: string): MentionableUser | undefined
  findGroup(name: string): MentionableGroup | undefined
  findStream(name: string): LinkableStream | undefined
  /** The id of the newest message of a topic. */
  findNewestOf(streamName: string, topic: string): number | undefined
}

/**
 * A finder that ignores letter case for users and groups, and respects it for streams. Its indexes are made on first
 * use, once for each list: most texts name nothing, and the texts of a batch share their lists.
 */
export function finderAmong(things: NamedThings): NameFinder {
  const { users, groups, streams, topics = noTopics } = things
  const usersById = (): Map<number, MentionableUser> => indexed(users, 'id', ({ id }) => id)
  const usersByName = () => indexed(users, 'name', ({ fullName }) => foldCase(fullName))
  const usersByEmail = () => indexed(users, 'email', ({ email }) => foldCase(email))
  const groupsByName = () => indexed(groups, 'name', ({ name }) => foldCase(name))
  const streamsByName = () => indexed(streams, 'name', ({ name }) => name)
  const topicsByName = () =>
    indexed(topics, 'name', ({ streamName, topic }) => topicKey(streamName, topic))
  return {
    findUser: (fullName) => usersByName().get(foldCase(fullName)),
    findUserWithId(id, fullName) {
      const user = usersById().get(id)
      const isCalledSo =
        fullName === '' || (user !== undefined && isSameName(user.fullName, fullName))
      return isCalledSo ? user : undefined
    },
    findUserByEmail: (email) => usersByEmail().get(foldCase(email)),
    findGroup: (name) => groupsByName().get(foldCase(name)),
    findStream: (name) => streamsByName().get(name),
    findNewestOf: (streamName, topic) => topicsByName().get(topicKey(streamName, topic))?.newestId,
  }
}

/** A finder that finds nothing and records the names it was asked for: the references of a text. */
export function noteNames(): { names: NameFinder; noted: () => References } {
  const userNames = new Set<string>()
  const userIds = new Set<number>()
  const groupNames = new Set<string>()
  const streamNames = new Set<string>()
  const emails = new Set<string>()
  const topics = new Map<string, References['topics'][number]>()
  const note = <Name>(noted: Set<Name>, name: Name): undefined => {
    noted.add(name)
  }
  return {
    names: {
      findUser: (fullName) => note(userNames, fullName),
      findUserWithId: (id) => note(userIds, id),
      findUserByEmail: (email) => note(emails, email),
      findGroup: (name) => note(groupNames, name),
      findStream: (name) => note(streamNames, name),
      findNewestOf(streamName, topic) {
        topics.set(topicKey(streamName, topic), { streamName, topic })
        return undefined
      },
    },
    noted: () => ({
      userNames: [...userNames],
      userIds: [...userIds],
      groupNames: [...groupNames],
      streamNames: [...streamNames],
      topics: [...topics.values()],
      emails: [...emails],
    }),
  }
}

/** Streams are named exactly in links, and topics in any letter case. */
function topicKey(streamName: string, topic: string): string {
  return `${streamName}\0${foldCase(meantTopic(topic))}`
}

const noTopics: LinkableTopic[] = []
const indexes = new WeakMap<readonly object[], Map<string, Map<unknown, object>>>()

/** The items of a list, which does not change, by a key; of several with one key the first. */
function indexed<Item extends object, Key>(
  items: readonly Item[],
  name: string,
  keyOf: (item: Item) => Key,
): Map<Key, Item> {
  const ofList = indexes.get(items) ?? new Map<string, Map<unknown, object>>()
  indexes.set(items, ofList)
  const known = ofList.get(name)
  if (known) return known as Map<Key, Item>
  const made = new Map<Key, Item>()
  for (const item of items) {
    const key = keyOf(item)
    if (!made.has(key)) made.set(key, item)
  }
  ofList.set(name, made)
  return made
}

/** A linkifier that is ready to search texts. */
export interface CompiledLinkifier {
  expression: RE2JS
  /** The pattern it was compiled from. */
  pattern: string
  urlTemplate: string
  groupNames: readonly string[]
}

/** Linkifiers in the order in which they are tried. */
export type RealmLinkifiers = readonly CompiledLinkifier[]

/** A part of a text that a linkifier turns into a link. */
export interface LinkifiedSpan {
  start: number
  end: number
  url: string
}

/**
 * The remaining budget of linkifiers for a text: a search costs at most the steps of the pattern for each
 * character that it may read.
 */
export interface LinkifierWork {
  left: number
  /** Whether the budget ran out, so that links may be missing. */
  isCut: boolean
}

interface LinkifiedText {
  text: string
  /** Links by the position at which they start. */
  spans: ReadonlyMap<number, LinkifiedSpan>
}

/** Inputs of the rules for the current message, and their findings about it. */
export interface Environment extends MarkdownIt.Env {
  names: NameFinder
  realmEmoji: Record<string, RealmEmoji>
  linkifiers: RealmLinkifiers
  /** Links that linkifiers found in the most recently parsed text. */
  linkified?: LinkifiedText
  linkifierWork: LinkifierWork
  uploadedPictures: Record<string, UploadedPicture>
  /** Key that signs the addresses of external pictures; without one, none is shown. */
  pictureKey: string | undefined
  /** Address of the realm, without a trailing slash; undefined if no link counts as the realm's own. */
  realmUrl: string | undefined
  translateEmoticons: boolean
  inlineImagePreview: boolean
  /** Known previews of linked pages by URL; undefined if pages get none. */
  pageEmbeds: Readonly<Record<string, PageEmbed>> | undefined
  /** Links that may get a preview of their page. */
  pageLinks: Set<string>
  /** Language of fences without a language; empty for none. */
  defaultCodeLanguage: string
  /** Whether the current text is in a quote. */
  isQuoted: boolean
  mentionedUserIds: Set<number>
  /** Ids of the members of mentioned groups. */
  groupMemberIds: Set<number>
  /** Names of groups that the text mentions and the writer may not mention. */
  refusedGroupNames: Set<string>
  mentionsWildcard: boolean
  mentionsTopic: boolean
  /** Characters of code that may still be highlighted; some grammars take quadratic time. */
  highlightCharsLeft: number
  /** Characters of HTML that highlighting and formulas may still add; beyond that they stay plain. */
  decorationCharsLeft: number
}

/** The environment of a rule's state; markdown-it passes it on untyped. */
export function environmentOf(state: { env: MarkdownIt.Env }): Environment {
  return state.env as Environment
}
