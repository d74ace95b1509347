import type { WebhookMessage } from '../declare/integration'
import { quoteBlock } from '../message/fences'
import { bold, link, withoutMentions } from '../message/inline'

/** An issue, pull request or other numbered item of a site. */
export interface Item {
  /** Kind and number: `PR #12`, `MR !3`. */
  label: string
  title: string
  url: string | null | undefined
}

/** An action on an item in words: `marked` … `as ready`. */
export interface Phrase {
  verb: string
  /** Text that follows the item in the sentence. */
  after?: string
  /** Text of the actor to quote. */
  quote?: string | null | undefined
}

/** Makes the phrase for an action; null for a silent one. */
export type PhraseMaker<Event> = (event: Event) => Phrase | null

/** The address of a page below another page; undefined if the sender left out the upper address. */
export function pageBelow(url: string | null | undefined, path: string): string | undefined {
  return url ? `${url}/${path}` : undefined
}

/** The message about an action on an item, in the topic of the item. */
export function itemMessage(
  repository: string,
  actor: string,
  item: Item,
  { verb, after, quote }: Phrase,
): WebhookMessage {
  const target = link(`${item.label}: ${item.title}`, item.url)
  const sentence = [bold(actor), verb, target, after].filter(Boolean).join(' ')
  return {
    topic: `${repository} / ${item.label} ${item.title}`,
    content: withQuote(sentence, quote),
  }
}

/** A sentence, followed by a quotation unless the quoted text is empty. */
export function withQuote(sentence: string, quote: string | null | undefined): string {
  const words = quote?.trim()
  if (!words) return `${sentence}.`
  return `${sentence}:\n\n${quoteBlock(withoutMentions(words))}`
}

/** Removes HTML comments, in which templates of issues and pull requests address the author. */
export function withoutHtmlComments(text: string | null | undefined): string {
  const [first = '', ...rest] = (text ?? '').split('<!--')
  const visible = rest.map((part) => {
    const end = part.indexOf('-->')
    return end < 0 ? '' : part.slice(end + '-->'.length)
  })
  return [first, ...visible].join('')
}
