/** Characters that would begin or end markup in the label of a link. */
const markup = /[[\]`*\\|]|~(?=~)|(?<=~)~|\$(?=\$)|(?<=\$)\$|&(?=[#a-z])|[<:!](?=\S)/gi

/**
 * The name of a file as the label of a link, which shows the name as it is. Entities stand for markup, because Markdown has
 * no escapes. Source: docs/protocol/uploads.md#file-label.
 */
export function fileLabel(name: string): string {
  return name
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .replace(markup, (sign) => `&#${sign.charCodeAt(0)};`)
}
