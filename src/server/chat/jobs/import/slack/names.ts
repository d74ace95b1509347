/** The names and keys that texts of the archive refer to by Slack's ids. */
export interface SlackNames {
  /** A user by the id of an account or a bot. */
  user: (id: string) => { key: string; name: string } | undefined
  /** A user group. */
  group: (id: string) => { key: string; name: string } | undefined
  /** A channel, or a private conversation, which has no name. */
  conversation: (id: string) => { key: string; name: string; isStream: boolean } | undefined
}
