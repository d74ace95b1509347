import type { OldSite } from '../markup/old-site'

/** Targets of the references in texts. */
export interface RocketChatNames {
  user: (name: string) => { key: string; name: string } | undefined
  /** The key of a stream. */
  channel: (name: string) => string | undefined
  hasFile: (id: string) => boolean
  /** Whether the name is that of a custom emoji. */
  hasEmoji: (name: string) => boolean
  /** Addresses of the old server. */
  sites: readonly OldSite[]
}
