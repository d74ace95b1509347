import address from 'emoji-table.json'
import { unpackEmojiTable } from './table'
import type { EmojiTable, PackedEmojiTable } from './table'

/** Fetches the table, which is data and no part of a program. */
export async function fetchEmojiTable(): Promise<EmojiTable> {
  const response = await fetch(address)
  return unpackEmojiTable((await response.json()) as PackedEmojiTable)
}
