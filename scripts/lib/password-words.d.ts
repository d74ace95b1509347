/** Packs the most frequent passwords, words and names for the app. */
export function packPasswordWords(): {
  words: Record<string, string>
  sequences: Record<string, string[]>
  graphs: Record<string, Record<string, (string | null)[]>>
}
