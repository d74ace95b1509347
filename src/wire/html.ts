/*
 * Text as HTML, wherever the server writes some.
 */

/** Text between tags. Quotes stay, as in the reference; {@link element} is for what is in a tag. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, referenceOf)
}

/** Text between tags, or in an attribute with quotes of either kind. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, referenceOf)
}

/**
 * An element with its attributes in the given order; every value is escaped here.
 *
 * @param inner HTML; without it the element is a void one such as `<img>`
 */
export function element(tag: string, attributes: Record<string, string>, inner?: string): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replace(/[&<>"]/g, referenceOf)}"`)
    .join('')
  return inner === undefined ? `<${tag}${written}>` : `<${tag}${written}>${inner}</${tag}>`
}

function referenceOf(character: string): string {
  switch (character) {
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    case '"':
      return '&quot;'
    default:
      return '&#39;'
  }
}
