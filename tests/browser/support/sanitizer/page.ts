import DOMPurify from 'dompurify'
import type { Config } from 'dompurify'
import { parseServerHtml } from '../../../../src/web/data/html/parse'

/** DOMPurify's own allowlist, with the parts of KaTeX and the schemes of links that only our allowlist has. */
const judgment: Config = {
  ADD_TAGS: ['semantics', 'annotation'],
  ADD_ATTR: ['linebreak', 'linethickness', 'mathsize'],
  ALLOWED_URI_REGEXP: /^(?:(?:https?|ftp|mailto|file|bitcoin|tel|sms):|(?![a-z+.-]+:))/i,
  // DOMPurify reads a colon in any other attribute as that of an address.
  ADD_URI_SAFE_ATTR: [
    'datetime',
    'preload',
    'start',
    'encoding',
    'display',
    'mathvariant',
    'mathcolor',
    'width',
    'xmlns',
  ],
  // Its rules for text that is parsed once more as XML or HTML. The app shows the nodes themselves.
  SAFE_FOR_XML: false,
}

declare global {
  interface Window {
    judge(html: string): Judgment
  }
}

export interface Judgment {
  /** Result of our sanitizer. */
  html: string
  /** Nodes and attributes in the result that DOMPurify removes, also when the result is parsed again. */
  removed: string[]
}

window.judge = (html) => {
  const shown = document.createElement('div')
  shown.append(parseServerHtml(html))
  const result = shown.innerHTML
  DOMPurify.sanitize(shown, { ...judgment, IN_PLACE: true })
  const removed = DOMPurify.removed.map(describe)
  DOMPurify.sanitize(result, judgment)
  removed.push(...DOMPurify.removed.map(describe))
  // Serializing invents `is` for elements that were parsed with it; the nodes have no such attribute.
  return { html: result, removed: removed.filter((what) => !what.startsWith('attribute is=')) }
}

function describe(removed: (typeof DOMPurify.removed)[number]): string {
  if ('element' in removed) return `${removed.element.nodeName} node`
  const { attribute, from } = removed
  return `attribute ${attribute?.name ?? ''}="${attribute?.value ?? ''}" of ${from.nodeName}`
}
