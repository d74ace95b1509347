import { blankBefore } from '../markup/literal'

/** The kinds of references in texts; see `ImportRecord`. */
export type ReferenceKind =
  'user' | 'silent' | 'group' | 'stream' | 'file' | 'message' | 'userid' | 'messageid' | 'streamid'

const kinds = 'user|silent|group|stream|file|message|userid|messageid|streamid'
// The marks are control characters so that no text has them. A mark that nothing ends is not searched beyond the next one.
const pattern = new RegExp(
  `\\u0001(${kinds}):([^|\\u0001\\u0002]*)(?:\\|([^\\u0001\\u0002]*))?\\u0002`,
  'g',
)

/** A reference, as a text spells it. */
export interface Reference {
  kind: ReferenceKind
  key: string
}

/** Quick check; most texts have none. */
function mayRefer(text: string): boolean {
  return text.includes('\u0001')
}

export function referencesIn(text: string): Reference[] {
  if (!mayRefer(text)) return []
  return [...text.matchAll(pattern)].map(([, kind, key]) => ({
    kind: kind as ReferenceKind,
    key: key ?? '',
  }))
}

/**
 * The text with its references replaced.
 * @param spell answers undefined for an unknown key; `isTarget` says whether the reference is the address of a link
 */
export function resolveReferences(
  text: string,
  spell: (reference: Reference, isTarget: boolean) => string | undefined,
): string {
  if (!mayRefer(text)) return text
  const resolved = text.replace(
    pattern,
    (_whole: string, kind: string, key: string, fallback: string | undefined, offset: number) => {
      const isTarget = text.startsWith('](', offset - 2)
      const spelled = spell({ kind: kind as ReferenceKind, key }, isTarget)
      if (spelled === undefined) return fallback ?? key
      // Marks of emphasis may stand between; the readers of archives see to them.
      const before = text.slice(Math.max(0, offset - 1), offset)
      return /[*~]/.test(before) ? spelled : blankBefore(spelled, before) + spelled
    },
  )
  // A mark that opens no reference must not reach the database.
  return resolved.replace(/[\u0001\u0002]/g, '')
}
