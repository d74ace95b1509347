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
  'alt', 'aria-hidden', 'aria-label', 'class', 'data-align', 'data-animated', 'data-code-language', 'data-id', 'data-image',
  'data-original-content-type', 'data-original-dimensions', 'data-original-url', 'data-stream-id', 'data-user-group-id', 'data-user-id',
  'datetime', 'href', 'preload', 'role', 'src', 'start', 'title',
])

const schemes = /^(?:https?|ftp|mailto|file|bitcoin|tel|sms):$/

// prettier-ignore
const mathElements = new Set([
  'annotation', 'math', 'menclose', 'mfrac', 'mi', 'mn', 'mo', 'mover', 'mpadded', 'mphantom', 'mroot', 'mrow', 'mspace', 'msqrt', 'mstyle',
  'msub', 'msubsup', 'msup', 'mtable', 'mtd', 'mtext', 'mtr', 'munder', 'munderover', 'semantics',
])

// prettier-ignore
const mathAttributes = new Set([
  'accent', 'accentunder', 'class', 'columnalign', 'columnlines', 'columnspacing', 'depth', 'display', 'displaystyle', 'encoding', 'fence', 'height',
  'largeop', 'linebreak', 'linethickness', 'lspace', 'mathbackground', 'mathcolor', 'mathsize', 'mathvariant', 'maxsize', 'minsize',
  'notation', 'rowlines', 'rowspacing', 'rspace', 'scriptlevel', 'separator', 'stretchy', 'voffset', 'width', 'xmlns',
])

export function isAllowedElement({ namespaceURI, localName }: Element): boolean {
  return (namespaceURI === mathNamespace ? mathElements : elements).has(localName)
}

export function removeForeignAttributes(element: Element): void {
  const isMath = element.namespaceURI === mathNamespace
  for (const { name, value } of [...element.attributes]) {
    const isAllowed = isMath
      ? mathAttributes.has(name)
      : attributes.has(name) && isSafe(name, value)
    if (!isAllowed) element.removeAttribute(name)
  }
}

function isSafe(name: string, value: string): boolean {
  if (!/^(?:href|src|data-original-url)$/.test(name)) return true
  return (
    URL.canParse(value, document.baseURI) && schemes.test(new URL(value, document.baseURI).protocol)
  )
}
