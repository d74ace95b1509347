/*
 * Allowlist of the elements and attributes that the server's Markdown produces at feature level 371.
 * Source: docs/protocol/markdown.md#what-clients-draw.
 */

const mathNamespace = 'http://www.w3.org/1998/Math/MathML'

// prettier-ignore
const elements = new Set([
  'a', 'audio', 'blockquote', 'br', 'code', 'del', 'div', 'em', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'img',
  'li', 'ol', 'p', 'pre', 'span', 'strong', 'table', 'tbody', 'td', 'th', 'thead', 'time', 'tr', 'ul', 'video',
])

// prettier-ignore
const attributes = new Set([
  'alt', 'aria-hidden', 'aria-label', 'class', 'data-align', 'data-animated', 'data-code-language', 'data-id',
  'data-original-content-type', 'data-original-dimensions', 'data-stream-id', 'data-user-group-id', 'data-user-id',
  'datetime', 'href', 'preload', 'role', 'src', 'start', 'title',
])

const schemes = /^(?:https?|ftp|mailto|file|bitcoin|tel|sms):$/

export function isAllowedElement(element: Element): boolean {
  return element.namespaceURI === mathNamespace || elements.has(element.localName)
}

export function removeForeignAttributes(element: Element): void {
  const isMath = element.namespaceURI === mathNamespace
  for (const { name, value } of [...element.attributes]) {
    const isAllowed = isMath ? isMathAttribute(name) : attributes.has(name) && isSafe(name, value)
    if (!isAllowed) element.removeAttribute(name)
  }
}

function isMathAttribute(name: string): boolean {
  return name !== 'style' && !name.startsWith('on') && !name.endsWith('href')
}

function isSafe(name: string, value: string): boolean {
  if (name !== 'href' && name !== 'src') return true
  return (
    URL.canParse(value, document.baseURI) && schemes.test(new URL(value, document.baseURI).protocol)
  )
}
