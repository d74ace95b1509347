import { encloseMarkdown } from '../../../../shared/rules/fences'
import { finishLines, literal, referenceLink } from './literal'
import { reference } from './references'
import { snippetOf } from './thread-topics'

/*
 * The texts that connect a thread with its root. They are in English, like the names of topics, since an import has no
 * reader whose language counts. Source: docs/protocol/import.md#threads-to-topics.
 */

/** The line below the root of a thread. @param noticeKey the first message of its topic */
export function countLine(replies: number, topic: string, noticeKey: string): string {
  const count = replies === 1 ? '1 reply' : `${replies} replies`
  return finishLines(`*${count} in ${linkTo(topic, noticeKey)}*`)
}

/** The line below the root of a thread that goes on, so that no number stays true. @param noticeKey as of {@link countLine} */
export function repliesLine(topic: string, noticeKey: string): string {
  return finishLines(`*replies in ${linkTo(topic, noticeKey)}*`)
}

/** The quote of the root that begins a topic, or a reply in a private conversation. */
export function rootQuote(root: {
  key: string
  senderKey: string
  name: string
  words: string
}): string {
  const sender = reference('silent', root.senderKey, root.name)
  const quote = encloseMarkdown(finishLines(literal(snippetOf(root.words) || '…')), 'quote')
  return `${sender} ${linkTo('said', root.key)}:\n${quote}`
}

/** The line in the main topic about a reply that was sent to the channel, too. */
export function broadcastLine(topic: string, replyKey: string, words: string): string {
  return finishLines(`*in ${linkTo(topic, replyKey)}:* ${literal(snippetOf(words))}`).trim()
}

export const lostRootNotice = '*The message that began this thread is not in the archive.*'

function linkTo(label: string, messageKey: string): string {
  return referenceLink(literal(label), reference('message', messageKey, '#'))
}
