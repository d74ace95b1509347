/** The parts of a KeyboardEvent that identify a shortcut. */
export interface Stroke {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * The pressed key in the notation of the key table (keys.ts); undefined for keys that no shortcut can use.
 *
 * Letters are matched by the typed character, or by physical position if it is not Latin: on a Russian keyboard, the
 * key in the position of `j` types “о” and counts as `j`. For letters, Shift is read from the modifier, so that
 * Caps Lock makes no difference. For signs Shift is ignored, since only some layouts need it.
 */
export function nameStroke(stroke: Stroke, isMac: boolean): string | undefined {
  const typed = latinOf(stroke)
  const isSign = typed.length === 1 && !isLetter(typed)
  // Many layouts type signs with AltGr, which browsers report as Ctrl and Alt together.
  const isAltGr = isSign && stroke.ctrlKey && stroke.altKey
  if (stroke.altKey && !isAltGr) return undefined
  const isMod = isMac ? stroke.metaKey : stroke.ctrlKey && !isAltGr
  const isForeign = isMac ? stroke.ctrlKey : stroke.metaKey
  if (isForeign) return undefined
  return [
    ...(isMod ? ['Mod'] : []),
    ...(stroke.shiftKey && !isSign ? ['Shift'] : []),
    isLetter(typed) ? typed.toLowerCase() : typed,
  ].join('+')
}

const isLetter = (key: string) => /^[A-Za-z]$/.test(key)

function latinOf({ key, code }: Stroke): string {
  const isForeignLetter = key.length === 1 && /[^\p{ASCII}]/u.test(key)
  return (isForeignLetter && /^Key([A-Z])$/.exec(code)?.[1]) || key
}
