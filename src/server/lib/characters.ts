/** Only texts with characters from U+0300 on may change when they are composed. */
const composable = /[\u0300-\uffff]/

/**
 * A text in which letters and their accents are single characters where Unicode has such (NFC): `e` and U+0301
 * become `é`. Names and contents are stored, looked up and compared in this form.
 * Source: docs/protocol/requests.md#composed.
 */
export function composed(text: string): string {
  return composable.test(text) ? text.normalize('NFC') : text
}

/** Parses JSON; texts in it that escapes spell are {@link composed}, as the raw text must be already. */
export function parseComposed(raw: string): unknown {
  if (!raw.includes('\\u')) return JSON.parse(raw)
  return JSON.parse(raw, (_key, value: unknown) =>
    typeof value === 'string' ? composed(value) : value,
  )
}

/** Characters that are invisible, that will never be assigned, or that change the direction of the text after them. */
const hidden =
  '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}' +
  // Two characters whose pictures are empty.
  '\\u2800\\u{1d159}'
const hiddenCharacters = new RegExp(`[${hidden}]`, 'u')
const everyHidden = new RegExp(hiddenCharacters, 'gu')
const seen = new RegExp(`[^\\s${hidden}]`, 'u')

/**
 * Joiners in their legitimate positions: between letters of Arabic, Syriac and Indic scripts, and within an
 * emoji, and selectors of the picture or the text of an emoji.
 */
const joiners =
  /(?<=[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d](?=[\p{Script=Arabic}\p{Script=Syriac}\p{L}])|(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f|(?<=\p{Extended_Pictographic})\ufe0e/gu

/** The index of the first invisible character of a name; -1 if there is none. */
export function findHidden(name: string): number {
  return name.replace(joiners, (joiner) => '.'.repeat(joiner.length)).search(hiddenCharacters)
}

/** Whether a name has invisible characters. */
export function hidesCharacters(name: string): boolean {
  return findHidden(name) >= 0
}

/** Removes the invisible characters of a name. */
export function withoutHidden(name: string): string {
  return name.replace(everyHidden, '')
}

/**
 * Whether a text has only blanks and characters that nobody can see: it counts as empty wherever a text is required.
 * Source: docs/protocol/users.md#looks-empty.
 */
export function looksEmpty(text: string): boolean {
  return !seen.test(text)
}

/** The text without outer blanks; '' for one that {@link looksEmpty}. */
export function visibly(text: string): string {
  return looksEmpty(text) ? '' : text.trim()
}
