/**
 * Texts are cut to this length before further processing, because senders control their length. It exceeds the limit
 * of a message, so that the final cut still happens and adds its notice.
 */
const maxCharacters = 11_000

/**
 * The start of a text, up to `maxCharacters`, without half a surrogate pair at the end.
 * Source: docs/protocol/webhooks.md#payload-limits.
 */
export function startOf(text: string): string {
  if (text.length <= maxCharacters) return text
  const isBetweenHalves = text.codePointAt(maxCharacters - 1) !== text.charCodeAt(maxCharacters - 1)
  return text.slice(0, isBetweenHalves ? maxCharacters - 1 : maxCharacters)
}

/**
 * Joins the texts of items until a message is full. The remaining items would be cut off and are not
 * processed.
 */
export function joinUntilFull<Item>(
  items: readonly Item[] | null | undefined,
  separator: string,
  textOf: (item: Item) => string,
): string {
  const texts: string[] = []
  let characters = 0
  for (const item of items ?? []) {
    const text = textOf(item)
    if (text === '') continue
    texts.push(text)
    characters += text.length + separator.length
    if (characters > maxCharacters) break
  }
  return texts.join(separator)
}
