import emojiData from './emoji-data.json'
import type MarkdownIt from 'markdown-it'
import { environmentOf } from './environment'
import type { Environment } from './environment'
import { element } from '../wire/html'
import { characterBefore, matchHere, pushHtml } from './rules'
import type { InlineRule } from './rules'

/**
 * The names of every emoji, the canonical one first, by its code: lower-case hex code points joined
 * by `-`. Clients are served this table as `code_to_names`.
 */
export const emojiCodeToNames: Readonly<Record<string, readonly string[]>> = emojiData

const codesByName = new Map(
  Object.entries(emojiCodeToNames).flatMap(([code, names]) =>
    names.map((name) => [name, code] as const),
  ),
)

export function findEmojiCode(name: string): string | undefined {
  return codesByName.get(name)
}

function findCanonicalEmojiName(code: string): string | undefined {
  return Object.hasOwn(emojiCodeToNames, code) ? emojiCodeToNames[code]?.[0] : undefined
}

const named = /:([\w+.-]+):/y
const emoticonPattern = /(?::\)|\(:|:\(|<3|:\||:\/)(?![^\s.,;!?])/y
const emoticonNames: Record<string, string> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'expressionless',
  ':/': 'confused',
}

const variationSelector = '\ufe0f'
const joiner = '\u200d'
/** Signs below it, such as © and →, are written as text, too, and are emoji only on demand. */
const firstCodePointSurelyMeant = 0x2300

const zulipEmojiUrl = '/static/generated/emoji/images/emoji/unicode/zulip.png'

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

/** 😀 becomes `:grinning:`. Sequences of several code points stay as they are, for the font. */
const unicodeEmoji: InlineRule = (state, silent) => {
  const codePoint = state.src.codePointAt(state.pos) ?? 0
  if (codePoint < 0x80) return false
  const name = findCanonicalEmojiName(codePoint.toString(16))
  if (name === undefined) return false

  let end = state.pos + String.fromCodePoint(codePoint).length
  const isMeant = codePoint >= firstCodePointSurelyMeant
  if (state.src[end] === variationSelector) end += 1
  else if (!isMeant) return false
  if (state.src[end] === joiner || characterBefore(state) === joiner) return false

  if (!silent) pushHtml(state, standardEmoji(name, codePoint.toString(16)), `:${name}:`)
  state.pos = end
  return true
}

/** `:)` between blanks, if the sender wishes so. */
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
  if (name === 'zulip') return imageEmoji(name, zulipEmojiUrl)
  const code = findEmojiCode(name)
  return code === undefined ? undefined : standardEmoji(name, code)
}

function standardEmoji(name: string, code: string): string {
  return element('span', { class: `emoji emoji-${code}`, title: emojiTitle(name) }, `:${name}:`)
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
