import { escapeHtml } from './html'

/** Marks around a found word; noncharacters that occur in no text. */
export const highlightMarks = { start: '\ufdd0', stop: '\ufdd1' } as const

const opening = '<span class="highlight">'
const closing = '</span>'

/** A tag, including quoted attribute values; a character reference; a mark; or text. */
const htmlPart =
  /<[a-zA-Z/!](?:[^>"']|"[^"]*"|'[^']*')*>|&[^\s;&<]*;|[\ufdd0\ufdd1]|[^<&\ufdd0\ufdd1]+|&|<(?![a-zA-Z/!])/gy

/**
 * The parts of HTML with marks: tags, character references, marks and the texts between them. A tag that is unfinished at the end is
 * left out.
 */
export function* partsOfMarkedHtml(html: string): Generator<string> {
  for (const [part] of html.matchAll(htmlPart)) yield part
}

export function isTag(part: string): boolean {
  return part.startsWith('<') && part.length > 1
}

const formulaTag = /^<\/?(?:math|svg)\b/i

/**
 * Replaces the marks around words in HTML by `span`s. Only text between tags is marked, and every
 * `span` ends before the next tag: whatever the position of the marks, the `span`s are the only
 * change that a browser sees.
 * Source: docs/protocol/history.md#match-content.
 */
export function markHighlights(html: string): string {
  let result = ''
  let isOpen = false
  // A `span` inside a formula would end the formula.
  let isInFormula = false
  const close = () => {
    if (isOpen) result += closing
    isOpen = false
  }
  let end = 0
  for (const text of partsOfMarkedHtml(html)) {
    end += text.length
    if (text === highlightMarks.start) {
      if (isInFormula || isOpen) continue
      result += opening
      isOpen = true
    } else if (text === highlightMarks.stop) {
      close()
    } else if (isTag(text)) {
      close()
      if (formulaTag.test(text)) isInFormula = !text.startsWith('</')
      result += withoutMarks(text)
    } else {
      result += text.startsWith('&') ? withoutMarks(text) : text
    }
  }
  close()
  // An unfinished tag at the end stays unchanged.
  return result + withoutMarks(html.slice(end))
}

/** Escapes a plain text and replaces the marks around words by `span`s. */
export function markHighlightsInText(text: string): string {
  return markHighlights(escapeHtml(text))
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[\ufdd0\ufdd1]/g, '')
}
