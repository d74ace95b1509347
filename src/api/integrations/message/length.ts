/**
 * More than a message holds, so that it is seen to be cut. What follows is cut off before anybody works on it, as
 * whoever sends an event chooses the length of its texts.
 */
const maxCharacters = 11_000

/**
 * The part of a text that a message may show of it, without half a surrogate pair at its end.
 * Source: docs/protocol/webhooks.md#payload-limits.
 */
export function startOf(text: string): string {
  if (text.length <= maxCharacters) return text
  const isBetweenHalves = text.codePointAt(maxCharacters - 1) !== text.charCodeAt(maxCharacters - 1)
  return text.slice(0, isBetweenHalves ? maxCharacters - 1 : maxCharacters)
}

/**
 * The items as text, one after the other, until a message is full. What comes then would be cut off, and is
 * not looked at.
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
