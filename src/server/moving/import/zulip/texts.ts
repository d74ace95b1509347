/*
 * Ids of the old server in texts become references; names and everything else stay.
 * Source: docs/protocol/import.md#rewriting.
 */

/** The name may have a `|`. */
const mention = /@(_?)\*\*([^*\n]*)\|(\d{1,15})\*\*/g
const messageLink = /#\*\*([^*\n][^*\n>]*>[^*\n]*)@(\d{1,15})\*\*/g
/** Relative addresses only: others may lead to other servers. */
const upload = /(?<![\w.:/-])\/?user_uploads\/(?!thumbnail\/|temporary\/)([^\s"'<>()[\]]+)/g
const narrow = /(?<![\w.:/-])\/?#narrow\/[^\s"'<>()[\]]+/g

const mark = (kind: string, key: string, fallback: string) =>
  `\u0001${kind}:${key}|${fallback}\u0002`

/** A text with references in place of old ids. */
export function referTo(text: string): string {
  // The marks of references; texts of an archive may not make any.
  let result = text.replace(/[\u0001\u0002]/g, '')
  if (result.includes('**')) {
    result = result
      .replace(
        mention,
        (_all, silent: string, name: string, id: string) =>
          `@${silent}**${name}|${mark('userid', id, id)}**`,
      )
      .replace(
        messageLink,
        (_all, place: string, id: string) => `#**${place}@${mark('messageid', id, id)}**`,
      )
  }
  if (result.includes('user_uploads/')) {
    result = result.replace(upload, (all, path: string) => mark('file', fileKey(path), all))
  }
  if (result.includes('#narrow/')) result = result.replace(narrow, referInNarrow)
  return result
}

function referInNarrow(address: string): string {
  return address
    .replace(
      /\/(stream|channel)\/(\d{1,15})(-[^/]*)?/,
      (_all, word: string, id: string, rest = '') => {
        return `/${word}/${mark('streamid', id, `${id}${String(rest)}`)}`
      },
    )
    .replace(
      /\/(near|with|id)\/(\d{1,15})/g,
      (_all, word: string, id: string) => `/${word}/${mark('messageid', id, id)}`,
    )
    .replace(/\/(dm|pm-with|dm-including|sender)\/([\d,]+)/g, (_all, word: string, ids: string) => {
      const each = ids.split(',').filter((id) => id !== '')
      return `/${word}/${each.map((id) => mark('userid', id, id)).join(',')}`
    })
}

/** Key of a file by its path, which addresses may spell with escapes. */
export function fileKey(path: string): string {
  try {
    return decodeURIComponent(path).replaceAll('|', '')
  } catch {
    return path.replaceAll('|', '')
  }
}
