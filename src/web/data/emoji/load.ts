import type { EmojiTable } from './table'

/** Returns a loader that fetches the table once; a failed attempt can be repeated. */
export function createEmojiLoader(): () => Promise<EmojiTable> {
  let table: EmojiTable | undefined
  return async () => (table ??= await (await import('./fetch-table')).fetchEmojiTable())
}
