import { encloseMarkdown } from '../../../../shared/rules/fences'
import { finishLines, literal, referenceLink } from './literal'
import { reference } from './references'
import { snippetOf } from './thread-topics'

/** The topic of a stream that lists its pinned messages, since Parley pins none. */
export const pinTopic = 'pinned messages'

/** Key of the notice about a pinned message. */
export function pinKeyOf(messageKey: string): string {
  return `${messageKey}#pin`
}

/**
 * The text of the notice about a pinned message.
 * @param words plain text of the message
 * @param by the person who pinned it, if the archive says so
 */
export function pinNotice(pinned: {
  key: string
  words: string
  by: { key: string; name: string } | undefined
}): string {
  const quote = encloseMarkdown(finishLines(literal(snippetOf(pinned.words) || '…')), 'quote')
  const link = referenceLink('message', reference('message', pinned.key, '#'))
  const by = pinned.by && reference('silent', pinned.by.key, pinned.by.name)
  return `${by === undefined ? `Pinned ${link}` : `${by} pinned a ${link}`}:\n${quote}`
}
