import type { EmojiTable } from './table'

/** Answers the table, which is fetched the first time; an attempt that failed may be repeated. */
export function createEmojiLoader(): () => Promise<EmojiTable> {
  let table: EmojiTable | undefined
  return async () => (table ??= await (await import('./fetch-table')).fetchEmojiTable())
}
