export interface MentionableUser {
  id: number
  fullName: string
  email: string
}

export interface MentionableGroup {
  id: number
  name: string
  memberIds: number[]
  /** Named only silently: it has too many members, or none. */
  isSilent?: boolean
}

export interface LinkableStream {
  id: number
  name: string
}

export interface RealmEmoji {
  id: number | string
  sourceUrl: string
}

/** A picture that was uploaded, and where a small form of it is. */
export interface UploadedPicture {
  thumbnailUrl: string
  contentType: string
  width: number
  height: number
  isAnimated: boolean
}

/** What a text may refer to; it may hold more than the text does. */
export interface Directory {
  /** Active users of the sender's realm, bots included. */
  users: MentionableUser[]
  groups: MentionableGroup[]
  streams: LinkableStream[]
  /** By name, without colons. */
  realmEmoji?: Record<string, RealmEmoji>
  /** By the unguessable part of their addresses. */
  uploadedPictures?: Record<string, UploadedPicture>
}

/** Names that a text mentions, so that the caller can look them all up in one query each. */
export interface References {
  userNames: string[]
  /** From the form `@**Full Name|10**`. */
  userIds: number[]
  groupNames: string[]
  streamNames: string[]
  /** From the form `!avatar(ada@x.test)`. */
  emails: string[]
}

/** How the rules of the parser find what a name in the text stands for. */
export interface Names {
  findUser(fullName: string): MentionableUser | undefined
  findUserWithId(id: number, fullName: string): MentionableUser | undefined
  findUserByEmail(email: string): MentionableUser | undefined
  findGroup(name: string): MentionableGroup | undefined
  findStream(name: string): LinkableStream | undefined
}

/** Finds people and groups in whatever letter case, streams only as they are spelled. */
export function namesIn(directory: Directory): Names {
  const usersById = new Map(directory.users.map((user) => [user.id, user]))
  const usersByName = firstByKey(directory.users, (user) => user.fullName.toLowerCase())
  const usersByEmail = firstByKey(directory.users, (user) => user.email.toLowerCase())
  const groupsByName = firstByKey(directory.groups, (group) => group.name.toLowerCase())
  const streamsByName = firstByKey(directory.streams, (stream) => stream.name)
  return {
    findUser: (fullName) => usersByName.get(fullName.toLowerCase()),
    findUserWithId(id, fullName) {
      const user = usersById.get(id)
      return user?.fullName.toLowerCase() === fullName.toLowerCase() ? user : undefined
    },
    findUserByEmail: (email) => usersByEmail.get(email.toLowerCase()),
    findGroup: (name) => groupsByName.get(name.toLowerCase()),
    findStream: (name) => streamsByName.get(name),
  }
}

/** Finds nothing, and notes what was asked for; the parser thus shows what a text refers to. */
export function noteNames(): { names: Names; noted: () => References } {
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
