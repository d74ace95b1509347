/* Escaping of text in HTML. */

/**
 * Escapes text between tags. Quotes stay, as in the reference; use {@link element} for attributes.
 */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, referenceOf)
}

/** Escapes text between tags, or in an attribute with quotes of either kind. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, referenceOf)
}

/**
 * An element with its attributes in the given order; escapes their values.
 * @param inner HTML; absent for a void element such as `<img>`
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
