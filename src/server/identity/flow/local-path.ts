const maxPathCharacters = 2_000

/** A path of this server; `/` for anything else, such as the address of another site. */
export function localPathOf(text: string): string {
  const isLocal = /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && text.length <= maxPathCharacters
  return isLocal ? text : '/'
}
