import type { WebhookMessage } from '../integration'
import { quoteBlock } from '../message/fences'
import { bold, link, withoutMentions } from '../message/inline'

/** An issue, pull request or whatever else a site numbers. */
export interface Item {
  /** How people call it with its number: `PR #12`, `MR !3`. */
  label: string
  title: string
  url: string
}

/** An act on an item, in words: `marked` … `as ready`. */
export interface Phrase {
  verb: string
  /** Text that follows the item in the sentence. */
  after?: string
  /** Words of theirs to quote. */
  quote?: string | null | undefined
}

/** Makes the words for one action; null when nobody needs to hear of it. */
export type PhraseMaker<Event> = (event: Event) => Phrase | null

/** The message that says who did what to the item, in the topic of the item. */
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

/** A sentence, and below it the words of a stranger, as long as there are any. */
export function withQuote(sentence: string, quote: string | null | undefined): string {
  const words = quote?.trim()
  if (!words) return `${sentence}.`
  return `${sentence}:\n\n${quoteBlock(withoutMentions(words))}`
}

/** Leaves out what templates of issues and pull requests tell their author, and nobody else. */
export function withoutHtmlComments(text: string | null | undefined): string {
  const [first = '', ...rest] = (text ?? '').split('<!--')
  const visible = rest.map((part) => {
    const end = part.indexOf('-->')
    return end < 0 ? '' : part.slice(end + '-->'.length)
  })
  return [first, ...visible].join('')
}
