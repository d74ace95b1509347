import { blankBefore } from '../markup/inline-text'

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

/** The place of a reference in a text. */
export interface ReferencePlace {
  /** Whether it is the address of a link. */
  isTarget: boolean
  /** Whether it is in the label of a link, which holds no other link. */
  isInLabel: boolean
}

function placeOf(text: string, start: number, end: number): ReferencePlace {
  const isOpen = text.lastIndexOf('[', start) > text.lastIndexOf(']', start)
  const isInLabel = isOpen && text.startsWith('](', nextBracket(text, end))
  return { isTarget: text.startsWith('](', start - 2), isInLabel }
}

function nextBracket(text: string, start: number): number {
  const found = text.slice(start).search(/[[\]\n]/)
  return found < 0 ? text.length : start + found
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
 * @param spell answers undefined for an unknown key
 */
export function resolveReferences(
  text: string,
  spell: (reference: Reference, place: ReferencePlace) => string | undefined,
): string {
  if (!mayRefer(text)) return text
  const resolved = text.replace(
    pattern,
    (whole: string, kind: string, key: string, fallback: string | undefined, offset: number) => {
      const place = placeOf(text, offset, offset + whole.length)
      const spelled = spell({ kind: kind as ReferenceKind, key }, place)
      if (spelled === undefined) return fallback ?? key
      // Marks of emphasis may stand between; the readers of archives see to them.
      const before = text.slice(Math.max(0, offset - 1), offset)
      return /[*~]/.test(before) ? spelled : blankBefore(spelled, before) + spelled
    },
  )
  // A mark that opens no reference must not reach the database.
  return resolved.replace(/[\u0001\u0002]/g, '')
}
