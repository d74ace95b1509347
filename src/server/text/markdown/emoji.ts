import emojiData from './emoji-data.json'
import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { Environment } from './environment'
import { element } from '../html'
import { extraEmojiPicture } from '../../../shared/rules/reaction-types'
import { characterBefore, matchHere, pushHtml } from './rules'
import type { InlineRule } from './rules'

/**
 * The names of every emoji, the canonical one first, by its code: lower-case hex code points joined by `-`.
 * The API serves this table as `code_to_names`.
 *
 * Source: docs/protocol/markdown.md#emoji-names.
 */
export const emojiCodeToNames: Readonly<Record<string, readonly string[]>> = emojiData.names

/** Names that alone stand for another emoji, but for this one when given together with its code. */
const sharedNames: Readonly<Record<string, readonly string[]>> = emojiData.sharedNames

const codesByName = new Map(
  Object.entries(emojiCodeToNames).flatMap(([code, names]) =>
    names.map((name) => [name, code] as const),
  ),
)

/** The code of the emoji that a name alone stands for. */
export function findEmojiCode(name: string): string | undefined {
  return codesByName.get(name)
}

/** Whether an emoji has a name, including a name that alone stands for another emoji. */
export function isEmojiNamed(code: string, name: string): boolean {
  return [emojiCodeToNames, sharedNames].some(
    (names) => Object.hasOwn(names, code) && names[code]?.includes(name),
  )
}

/** The codes of all emoji that have a name. */
export function listEmojiCodes(name: string): string[] {
  const sharers = Object.keys(sharedNames).filter((code) => sharedNames[code]?.includes(name))
  return [findEmojiCode(name) ?? [], sharers].flat()
}

function findCanonicalEmojiName(code: string): string | undefined {
  return Object.hasOwn(emojiCodeToNames, code) ? emojiCodeToNames[code]?.[0] : undefined
}

/** Some names contain letters beyond ASCII. */
const named = /:([\p{L}\p{M}\p{N}_+.-]+):/uy
const emoticonPattern = /(?::[()|/DOoPp]|;\)|\(:|<3)(?![^\s.,;!?])/y
const emoticonNames: Record<string, string> = {
  ':)': 'smile',
  '(:': 'smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}

/**
 * Candidates for one emoji: a flag, or signs with their tones, tags and selectors joined to one. The longest
 * known emoji joins four; up to 200 are matched at once, so that no sign is scanned twice. A sign with the selector of
 * text (U+FE0E) is in no table, so all that it is joined to stays text.
 */
const possibleEmoji =
  /\p{RI}{2}\ufe0e?|\p{Emoji}(?:\p{EMod}|[\ufe0e\ufe0f]?\u20e3|[\ufe0e\ufe0f]|[\u{e0020}-\u{e007e}]{1,8}\u{e007f})?(?:\u200d\p{Emoji}(?:\p{EMod}|[\ufe0e\ufe0f])?){0,200}/uy
const variationSelector = '\ufe0f'
const keycap = '\u20e3'
/** Signs below this code point, such as © and →, are used as text, too, and become emoji only on demand. */
const firstCodePointSurelyMeant = 0x2300

/** `:smile:`, `:partycat:` of the realm, `:zulip:`. */
const namedEmoji: InlineRule = (state, silent) => {
  const match = matchHere(named, state)
  if (!match) return false

  const [typed, name = ''] = match
  const html = emojiHtml(environmentOf(state), name)
  if (html === undefined) return false

  if (!silent) pushHtml(state, html, typed)
  state.pos += typed.length
  return true
}

/**
 * 😀 becomes `:grinning:`. An emoji that the table lacks, such as one with a skin tone, stays unchanged, for
 * the font.
 */
const unicodeEmoji: InlineRule = (state, silent) => {
  const { src, pos } = state
  const next = src[pos + 1]
  if (src.charCodeAt(pos) < 0x80 && next !== variationSelector && next !== keycap) return false
  const match = matchHere(possibleEmoji, state)
  if (!match) return false

  const [typed] = match
  const code = codeOfEmoji(typed)
  const name = findCanonicalEmojiName(code)
  const isMeant = (typed.codePointAt(0) ?? 0) >= firstCodePointSurelyMeant
  if (name !== undefined && (isMeant || typed.length > 1)) {
    if (!silent) pushHtml(state, standardEmoji(name, code), `:${name}:`)
  } else if (!silent) state.pending += typed
  state.pos += typed.length
  return true
}

/** The code of a typed emoji, in the spelling of the table: without selectors. */
export function codeOfEmoji(typed: string): string {
  return [...typed.replaceAll(variationSelector, '')]
    .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .join('-')
}

/** `:)` between blanks, if the sender's setting allows it. */
const emoticon: InlineRule = (state, silent) => {
  if (!environmentOf(state).translateEmoticons || !/\s/.test(characterBefore(state))) return false
  const match = matchHere(emoticonPattern, state)
  if (!match) return false

  const name = emoticonNames[match[0]] ?? ''
  if (!silent) pushHtml(state, standardEmoji(name, findEmojiCode(name) ?? ''), match[0])
  state.pos += match[0].length
  return true
}

function emojiHtml({ realmEmoji }: Environment, name: string): string | undefined {
  const custom = Object.hasOwn(realmEmoji, name) ? realmEmoji[name] : undefined
  if (custom) return imageEmoji(name, custom.sourceUrl)
  if (name === 'zulip') return imageEmoji(name, extraEmojiPicture)
  const code = findEmojiCode(name)
  return code === undefined ? undefined : standardEmoji(name, code)
}

function standardEmoji(name: string, code: string): string {
  const title = emojiTitle(name)
  const attributes = { 'aria-label': title, class: `emoji emoji-${code}`, role: 'img', title }
  return element('span', attributes, `:${name}:`)
}

function imageEmoji(name: string, url: string): string {
  return element('img', { alt: `:${name}:`, class: 'emoji', src: url, title: emojiTitle(name) })
}

function emojiTitle(name: string): string {
  return name.replaceAll('_', ' ')
}

export function useEmoji(md: MarkdownIt.MarkdownIt): void {
  md.inline.ruler.push('parley_named_emoji', namedEmoji)
  md.inline.ruler.push('parley_unicode_emoji', unicodeEmoji)
  md.inline.ruler.push('parley_emoticon', emoticon)
}
