import type MarkdownIt from 'markdown-it'
import type { RE2JS } from 're2js'

/*
 * What the rules of the parser know of a message besides its text: what the names in it may stand
 * for, and the realm that it belongs to.
 */

/** A user whom a text may mention. */
export interface MentionableUser {
  id: number
  fullName: string
  email: string
}

/** A user group that a text may mention. */
export interface MentionableGroup {
  id: number
  name: string
  /** Name that is shown instead. */
  displayName?: string
  memberIds: number[]
  /** Whether the writer may name it only silently. */
  isSilent?: boolean
}

/** A stream that a text may link to. */
export interface LinkableStream {
  id: number
  name: string
}

/** An emoji that the realm has added. */
export interface RealmEmoji {
  id: number | string
  sourceUrl: string
}

/** An uploaded picture, and where a small form of it is. */
export interface UploadedPicture {
  thumbnailUrl: string
  contentType: string
  width: number
  height: number
  isAnimated: boolean
}

/** Things that a text may name; there may be more of them than it does name. */
export interface NamedThings {
  /** Active users of the sender's realm, bots included. */
  users: MentionableUser[]
  groups: MentionableGroup[]
  streams: LinkableStream[]
  /** Emoji of the realm by name, without colons. */
  realmEmoji?: Record<string, RealmEmoji>
  /** Uploaded pictures by the unguessable part of their addresses. */
  uploadedPictures?: Record<string, UploadedPicture>
}

/** Names that a text mentions, so that the caller can look them all up in one query each. */
export interface References {
  userNames: string[]
  /** Ids from the form `@**Full Name|10**`. */
  userIds: number[]
  groupNames: string[]
  streamNames: string[]
  /** Emails from the form `!avatar(ada@x.test)`. */
  emails: string[]
}

/** Finds what a name in the text stands for. */
export interface NameFinder {
  findUser(fullName: string): MentionableUser | undefined
  /** @param fullName which must be the user's, if it is said */
  findUserWithId(id: number, fullName: string): MentionableUser | undefined
  findUserByEmail(email: string): MentionableUser | undefined
  findGroup(name: string): MentionableGroup | undefined
  findStream(name: string): LinkableStream | undefined
}

/**
 * A finder of users and groups in whatever letter case, and of streams only as they are spelled.
 */
export function finderAmong(things: NamedThings): NameFinder {
  const usersById = new Map(things.users.map((user) => [user.id, user]))
  const usersByName = firstByKey(things.users, (user) => user.fullName.toLowerCase())
  const usersByEmail = firstByKey(things.users, (user) => user.email.toLowerCase())
  const groupsByName = firstByKey(things.groups, (group) => group.name.toLowerCase())
  const streamsByName = firstByKey(things.streams, (stream) => stream.name)
  return {
    findUser: (fullName) => usersByName.get(fullName.toLowerCase()),
    findUserWithId(id, fullName) {
      const user = usersById.get(id)
      const isCalledSo = fullName === '' || user?.fullName.toLowerCase() === fullName.toLowerCase()
      return isCalledSo ? user : undefined
    },
    findUserByEmail: (email) => usersByEmail.get(email.toLowerCase()),
    findGroup: (name) => groupsByName.get(name.toLowerCase()),
    findStream: (name) => streamsByName.get(name),
  }
}

/** A finder of nothing that notes what was asked for: it shows what a text refers to. */
export function noteNames(): { names: NameFinder; noted: () => References } {
  const userNames = new Set<string>()
  const userIds = new Set<number>()
  const groupNames = new Set<string>()
  const streamNames = new Set<string>()
  const emails = new Set<string>()
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
    },
    noted: () => ({
      userNames: [...userNames],
      userIds: [...userIds],
      groupNames: [...groupNames],
      streamNames: [...streamNames],
      emails: [...emails],
    }),
  }
}

function firstByKey<Item>(items: Item[], key: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>()
  for (const item of items) {
    if (!found.has(key(item))) found.set(key(item), item)
  }
  return found
}

/** A linkifier that is ready to search texts. */
export interface CompiledLinkifier {
  expression: RE2JS
  /** What it was compiled from. */
  pattern: string
  urlTemplate: string
  groupNames: readonly string[]
}

/** Linkifiers in the order in which they are tried. */
export type RealmLinkifiers = readonly CompiledLinkifier[]

/** A part of a text that a linkifier makes a link. */
export interface LinkifiedSpan {
  start: number
  end: number
  url: string
}

/**
 * The work that linkifiers may still do for a text: a search takes no more than the steps of the pattern for each
 * character that it may read.
 */
export interface LinkifierWork {
  left: number
  /** Whether there was too much of it, so that something may have been left out. */
  isCut: boolean
}

interface LinkifiedText {
  text: string
  /** Links by the position at which they start. */
  spans: ReadonlyMap<number, LinkifiedSpan>
}

/** The knowledge that rules have of the message at hand, and what they find out about it. */
export interface Environment extends MarkdownIt.Env {
  names: NameFinder
  realmEmoji: Record<string, RealmEmoji>
  linkifiers: RealmLinkifiers
  /** Links that linkifiers found in the text that was read last. */
  linkified?: LinkifiedText
  linkifierWork: LinkifierWork
  uploadedPictures: Record<string, UploadedPicture>
  /** Secret that addresses of other hosts' pictures are signed with; without one, none is shown. */
  pictureKey: string | undefined
  /**
   * Address of the realm, without a slash at its end; undefined if no link is to count as the
   * realm's own.
   */
  realmUrl: string | undefined
  translateEmoticons: boolean
  inlineImagePreview: boolean
  /** Language of fences that name none; empty: none. */
  defaultCodeLanguage: string
  /** Whether the text that is being read is a quote. */
  isQuoted: boolean
  mentionedUserIds: Set<number>
  /** Ids of the members of groups that are mentioned. */
  groupMemberIds: Set<number>
  /** Names of groups that the writer may not mention, and tried to. */
  refusedGroupNames: Set<string>
  mentionsWildcard: boolean
  mentionsTopic: boolean
  /** How much more code may be highlighted, which in some languages takes its square in time. */
  highlightCharsLeft: number
  /** How much more HTML highlighting and formulas may produce; afterwards they stay plain. */
  decorationCharsLeft: number
}

/** The environment of a rule's state; markdown-it hands it on without knowing its type. */
export function environmentOf(state: { env: MarkdownIt.Env }): Environment {
  return state.env as Environment
}
