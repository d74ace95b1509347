/** Text as HTML. Quotes stay, as in the reference; inside a tag use {@link element}. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, escapeCharacter)
}

function escapeAttribute(value: string): string {
  return value.replace(/[&<>"]/g, escapeCharacter)
}

function escapeCharacter(character: string): string {
  switch (character) {
    case '&':
      return '&amp;'
    case '<':
      return '&lt;'
    case '>':
      return '&gt;'
    default:
      return '&quot;'
  }
}

/**
 * An element with its attributes in the given order; every value is escaped here.
 *
 * @param inner HTML; without it the element is a void one such as `<img>`
 */
export function element(tag: string, attributes: Record<string, string>, inner?: string): string {
  const written = Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('')
  return inner === undefined ? `<${tag}${written}>` : `<${tag}${written}>${inner}</${tag}>`
}
