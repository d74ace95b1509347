import { escapeHtml } from './html'

/** Marks around a word that a search has found; no characters of any text. */
export const highlightMarks = { start: '\ufdd0', stop: '\ufdd1' } as const

const opening = '<span class="highlight">'
const closing = '</span>'

/** A tag, with quoted values of attributes as one; a character reference; a mark; or a text. */
const htmlPart =
  /<[a-zA-Z/!](?:[^>"']|"[^"]*"|'[^']*')*>|&[^\s;&<]*;|[\ufdd0\ufdd1]|[^<&\ufdd0\ufdd1]+|&|<(?![a-zA-Z/!])/y

const formulaTag = /^<\/?(?:math|svg)\b/i

/**
 * HTML with marks around words, as HTML with `span`s around them. Only text between tags is
 * marked, and every `span` ends before the next tag: whatever the marks are, what a browser sees
 * differs in nothing but these `span`s. Source: docs/protocol/history.md#match-content.
 */
export function markHighlights(html: string): string {
  let result = ''
  let isOpen = false
  // A formula ends where a `span` begins in it.
  let isInFormula = false
  const close = () => {
    if (isOpen) result += closing
    isOpen = false
  }
  let end = 0
  for (let match = htmlPart.exec(html); match; match = htmlPart.exec(html)) {
    const [text] = match
    end = htmlPart.lastIndex
    if (text === highlightMarks.start) {
      if (isInFormula || isOpen) continue
      result += opening
      isOpen = true
    } else if (text === highlightMarks.stop) {
      close()
    } else if (text.startsWith('<') && text.length > 1) {
      close()
      if (formulaTag.test(text)) isInFormula = !text.startsWith('</')
      result += withoutMarks(text)
    } else {
      result += text.startsWith('&') ? withoutMarks(text) : text
    }
  }
  close()
  // What begins a tag that never ends stays as it is.
  return result + withoutMarks(html.slice(end))
}

/** A plain text with marks around words, as HTML with `span`s around them. */
export function markHighlightsInText(text: string): string {
  return markHighlights(escapeHtml(text))
}

function withoutMarks(text: string): string {
  return text.replaceAll(/[\ufdd0\ufdd1]/g, '')
}
