/** The names and keys that texts refer to by Slack's ids; an archive has them, and so has a bridge. */
export interface SlackNames {
  /** A user by the id of an account or a bot. */
  user: (id: string) => { key: string; name: string } | undefined
  /** A user group. */
  group: (id: string) => { key: string; name: string } | undefined
  /** A channel, or a private conversation, which has no name. */
  conversation: (id: string) => { key: string; name: string; isStream: boolean } | undefined
  /** The name that some text gives to a user whom no list has. */
  label?: (id: string) => string | undefined
}

/** Receives the reason why a part of a message is left out or changed. */
export type Tell = (reason: string) => void
