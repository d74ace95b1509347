import address from 'emoji-table.json'
import { unpackEmojiTable } from './table'
import type { EmojiTable, PackedEmojiTable } from './table'

/** Fetches the table, which is a separate JSON file. */
export async function fetchEmojiTable(): Promise<EmojiTable> {
  const response = await fetch(address)
  return unpackEmojiTable((await response.json()) as PackedEmojiTable)
}
