export { emojiCodeToNames, findCanonicalEmojiName, findEmojiCode } from './emoji-names'
export { compileLinkifier, LinkifierError, linksOfTopic } from './linkifiers'
export type { RealmLinkifiers } from './linkifiers'
export type {
  Directory,
  LinkableStream,
  MentionableGroup,
  MentionableUser,
  RealmEmoji,
  References,
  UploadedPicture,
} from './names'
export { collectReferences, fallbackHtml, renderMarkdown } from './render'
export type { Rendered, RenderOptions } from './render'
export { RenderError } from './render-error'
export { streamSlug } from './stream-links'
export { isPlainTemplate } from './url-template'
