export { emojiCodeToNames, findCanonicalEmojiName, findEmojiCode } from './emoji-names'
export type {
  Directory,
  LinkableStream,
  MentionableGroup,
  MentionableUser,
  RealmEmoji,
  References,
} from './names'
export { collectReferences, FALLBACK_HTML, renderMarkdown } from './render'
export type { Rendered, RenderOptions } from './render'
export { RenderError } from './render-error'
export { streamSlug } from './stream-links'
