import { unpackEmojiTable } from './table'
import type { EmojiTable } from './table'

/** Answers the table, which is fetched the first time; an attempt that failed may be repeated. */
export function createEmojiLoader(): () => Promise<EmojiTable> {
  let table: EmojiTable | undefined
  return async () => {
    if (table) return table
    const { default: packed } = await import('emoji-table.json')
    return (table = unpackEmojiTable(packed))
  }
}
