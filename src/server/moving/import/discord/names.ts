/** A user whom a text may mention. */
export interface NamedUser {
  key: string
  name: string
}

/** A stream, or a thread, which is a topic with a first message. */
export type NamedChannel =
  | { kind: 'stream'; key: string; name: string }
  | { kind: 'thread'; firstKey: string | undefined; name: string }

/** Targets of the references in texts. */
export interface DiscordNames {
  user: (id: string) => NamedUser | undefined
  role: (id: string) => NamedUser | undefined
  /** A role by the text after an `@`, and the length of its name in there. */
  roleIn: (text: string) => { role: NamedUser; length: number } | undefined
  channel: (id: string) => NamedChannel | undefined
  channelNamed: (name: string) => NamedChannel | undefined
  /** The name here of a custom emoji with a picture, by its id. */
  emoji: (id: string) => string | undefined
  emojiNamed: (name: string) => string | undefined
  isOwnGuild: (id: string) => boolean
}

/** A user whom a message mentions, with the names that its text may have in the place of the id. */
export interface MentionedUser {
  key: string
  names: string[]
}
