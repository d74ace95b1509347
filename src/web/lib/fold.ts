const marked = 'łøđıðæœß'
/** The spelling of each letter of `marked` on a keyboard without it, in the same order. */
const plain = ['l', 'o', 'd', 'i', 'd', 'ae', 'oe', 'ss']

/** Normalizes text for comparison: no accents, lower case. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ß-œ]/g, (letter) => plain[marked.indexOf(letter)] ?? letter)
}

/** @param words folded */
export function contains(name: string, words: string): boolean {
  return fold(name).includes(words)
}
