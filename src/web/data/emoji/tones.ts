import { characterOfEmoji } from './character'

/** Skin tones in the order of the picker; the first is the yellow of the emoji itself. */
export const skinTones = [
  'default',
  'light',
  'mediumLight',
  'medium',
  'mediumDark',
  'dark',
] as const
export type SkinTone = (typeof skinTones)[number]

const storedAs = 'parley-skin-tone'
/** The code point of the light tone; the others follow. */
const lightTone = 0x1f3fb

/** The tone last chosen in this browser. */
export function storedTone(storage: Pick<Storage, 'getItem'>): SkinTone {
  const stored = storage.getItem(storedAs)
  return skinTones.find((tone) => tone === stored) ?? 'default'
}

export function storeTone(storage: Pick<Storage, 'setItem'>, tone: SkinTone): void {
  storage.setItem(storedAs, tone)
}

/**
 * The code of an emoji in a skin tone. Undefined for the default tone, and for an emoji that has no tones or shows several
 * people.
 */
export function tonedCode(code: string, tone: SkinTone): string | undefined {
  const step = skinTones.indexOf(tone) - 1
  if (step < 0) return undefined
  const points = code.split('-')
  const hasTone = (point: string) =>
    /^\p{Emoji_Modifier_Base}$/u.test(String.fromCodePoint(parseInt(point, 16)))
  if (points.filter(hasTone).length !== 1) return undefined
  const modifier = (lightTone + step).toString(16)
  return points.flatMap((point) => (hasTone(point) ? [point, modifier] : [point])).join('-')
}

/** The characters of an emoji in a skin tone; undefined as for `tonedCode`. */
export function tonedCharacter(code: string, tone: SkinTone): string | undefined {
  const toned = tonedCode(code, tone)
  return toned === undefined ? undefined : characterOfEmoji(toned)
}
