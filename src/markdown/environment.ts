import type MarkdownIt from 'markdown-it'
import type { RealmLinkifiers, Span } from './linkifiers'
import type { Names, RealmEmoji, UploadedPicture } from './names'

/** What the rules know of the message at hand, and what they find out about it. */
export interface Environment extends MarkdownIt.Env {
  names: Names
  realmEmoji: Record<string, RealmEmoji>
  linkifiers: RealmLinkifiers
  linkified?: Linkified
  uploadedPictures: Record<string, UploadedPicture>
  /** Without a slash at its end; undefined if no link is to count as the realm's own. */
  realmUrl: string | undefined
  translateEmoticons: boolean
  inlineImagePreview: boolean
  mentionedUserIds: Set<number>
  /** Of the groups that are mentioned. */
  groupMemberIds: Set<number>
  mentionsWildcard: boolean
  mentionsTopic: boolean
  /** How much more code may be highlighted, which in some languages takes its square in time. */
  highlightCharsLeft: number
  /** How much more HTML highlighting and formulas may produce; afterwards they stay plain. */
  decorationCharsLeft: number
}

/** What was found in the text that is being read. */
interface Linkified {
  text: string
  spans: ReadonlyMap<number, Span>
}

/** markdown-it hands the environment on without knowing its type. */
export function environmentOf(state: { env: MarkdownIt.Env }): Environment {
  return state.env as Environment
}
