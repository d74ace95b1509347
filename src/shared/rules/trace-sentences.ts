/**
 * Fills the places of a sentence about a message, such as `{person}`, with words. A place without a word stays as it is.
 *
 * @param sentence a value of `src/shared/trace-sentences`
 */
export function fillSentence(sentence: string, words: Readonly<Record<string, string>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => words[name] ?? place)
}
