/** What a press of a key says, as far as it matters here; every KeyboardEvent is one. */
export interface Stroke {
  readonly key: string
  readonly code: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/**
 * The key that was pressed, in the words of the table of keys (keys.ts); undefined for what no key of the table can be.
 *
 * Letters go by what is typed, and by their place on the keyboard where no Latin letter is typed: on a Russian
 * keyboard, the key beside “j” types “о” and is `j` all the same. Shift counts for letters by itself, so that
 * Caps Lock makes no difference, and not at all for signs, which need it on one keyboard and not on another.
 */
export function nameStroke(stroke: Stroke, isMac: boolean): string | undefined {
  const typed = latinOf(stroke)
  const isSign = typed.length === 1 && !isLetter(typed)
  // AltGr is how many keyboards type signs; browsers report it as Ctrl and Alt together.
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
