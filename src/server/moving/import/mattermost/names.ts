import type { OldSite } from '../markup/old-site'

/** The names that texts refer to; channels are those of the team of the message. */
export interface MattermostNames {
  user: (name: string) => { key: string; name: string } | undefined
  channel: (team: string, name: string) => string | undefined
  /** Whether the name is that of a custom emoji. */
  hasEmoji: (name: string) => boolean
  /** A file by its id. */
  file: (id: string) => { key: string; name: string } | undefined
  /** Addresses of the old server. */
  sites: readonly OldSite[]
}
