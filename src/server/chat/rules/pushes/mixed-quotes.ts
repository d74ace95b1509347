const foldedQuote = '<p>[…]</p>'

/**
 * Folds the quotes of rendered HTML, unless it has nothing else. The HTML is our own, well-formed output; other HTML is read in
 * linear time, too.
 * Source: docs/protocol/notifications.md#push-text.
 */
export function foldMixedQuotes(html: string): string {
  let depth = 0
  let text = ''
  let hasOwnWords = false
  for (const part of html.split(/(<blockquote>|<\/blockquote>)/)) {
    if (part === '<blockquote>') {
      if (depth === 0) text += foldedQuote
      depth += 1
    } else if (part === '</blockquote>') {
      depth -= 1
    } else if (depth === 0) {
      text += part
      hasOwnWords ||= /\S/.test(part.replace(/<(?!img)[^<>]*>/g, ''))
    }
  }
  return hasOwnWords ? text : html
}
