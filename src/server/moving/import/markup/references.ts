import { cleanText } from '../archive/fields'

/** The kinds of references that the engine resolves; `message` becomes the address of a message. */
type ReferenceKind = 'user' | 'silent' | 'group' | 'stream' | 'file' | 'message'

/**
 * A reference in the text of a record, which the engine resolves; see `ImportRecord`.
 * @param otherwise text that an unknown key becomes
 */
export function reference(kind: ReferenceKind, key: string, otherwise: string): string {
  return `\u0001${kind}:${cleanText(key).replaceAll('|', '/')}|${cleanText(otherwise)}\u0002`
}

/** Keys of the users that a text mentions. */
export function mentionedKeys(content: string): string[] {
  const keys = [...content.matchAll(/\u0001user:([^|\u0002]*)/g)].map(([, key]) => key ?? '')
  return [...new Set(keys)]
}

export const references = /\u0001(?:user|silent|group|stream|file|message):[^\u0001\u0002]*\u0002/g
