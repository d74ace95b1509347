import { diffArrays } from 'diff'

/**
 * The HTML of the newer of two texts, in which words that came are marked and words that went stand
 * where they were. Only text is marked, never a tag: the result is as well-formed as the newer text
 * is. Source: client notes 8.5.
 *
 * @param maxDifferences bounds the work; of texts that differ more, all words went and all came
 */
export function highlightChanges(older: string, newer: string, maxDifferences: number): string {
  const [before, after] = [tokensOf(older), tokensOf(newer)]
  const changes = diffArrays(before, after, { maxEditLength: maxDifferences }) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  return changes
    .map(({ value, added, removed }) => {
      if (removed)
        return mark(
          value.filter((token) => !isTag(token)),
          'deleted',
        )
      return added ? mark(value, 'inserted') : value.join('')
    })
    .join('')
}

/** Tags, words and what is between words. */
function tokensOf(html: string): string[] {
  return html.match(/<[^>]*>|&[#\w]+;|[\p{L}\p{N}_]+|\s+|[^<]/gu) ?? []
}

/** Encloses each run of text between tags. */
function mark(tokens: readonly string[], change: 'inserted' | 'deleted'): string {
  const pieces: string[] = []
  let text = ''
  const endText = () => {
    const isBlank = text.trim() === ''
    if (text !== '') pieces.push(isBlank && change === 'inserted' ? text : enclose(text, change))
    text = ''
  }
  for (const token of tokens) {
    if (isTag(token)) {
      endText()
      pieces.push(token)
    } else text += token
  }
  endText()
  return pieces.join('')
}

function enclose(text: string, change: 'inserted' | 'deleted'): string {
  return `<span class="highlight_text_${change}">${text}</span>`
}

function isTag(token: string): boolean {
  return token.length > 1 && token.startsWith('<')
}
