/** @param text of the server's table, `src/server/text/markdown/emoji-data.json` */
export function packEmojiTable(text: string): { codes: string; names: string }
