import type MarkdownIt from 'markdown-it'
import { findCanonicalEmojiName, findEmojiCode } from './emoji-names'
import { type Environment, environmentOf } from './environment'
import { element } from './html'
import { pushHtml } from './html-tokens'
import type { InlineRule } from './stock-rules'
import { characterBefore, matchHere } from './text'

const NAMED = /:([\w+.-]+):/y
const EMOTICON = /(?::\)|\(:|:\(|<3|:\||:\/)(?![^\s.,;!?])/y
const EMOTICON_NAMES: Record<string, string> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'expressionless',
  ':/': 'confused',
}

const VARIATION_SELECTOR = '\ufe0f'
const JOINER = '\u200d'
/** Below it are signs that people write as text, such as © and →, which are emoji only on demand. */
const FIRST_CODE_POINT_SURELY_MEANT = 0x2300

const ZULIP_EMOJI_URL = '/static/generated/emoji/images/emoji/unicode/zulip.png'

/** `:smile:`, `:partycat:` of the realm, `:zulip:`. */
const namedEmoji: InlineRule = (state, silent) => {
  const match = matchHere(NAMED, state)
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
  const isMeant = codePoint >= FIRST_CODE_POINT_SURELY_MEANT
  if (state.src[end] === VARIATION_SELECTOR) end += 1
  else if (!isMeant) return false
  if (state.src[end] === JOINER || characterBefore(state) === JOINER) return false

  if (!silent) pushHtml(state, standardEmoji(name, codePoint.toString(16)), `:${name}:`)
  state.pos = end
  return true
}

/** `:)` between blanks, if the sender wishes so. */
const emoticon: InlineRule = (state, silent) => {
  if (!environmentOf(state).translateEmoticons || !/\s/.test(characterBefore(state))) return false
  const match = matchHere(EMOTICON, state)
  if (!match) return false

  const name = EMOTICON_NAMES[match[0]] ?? ''
  if (!silent) pushHtml(state, standardEmoji(name, findEmojiCode(name) ?? ''), match[0])
  state.pos += match[0].length
  return true
}

function emojiHtml({ realmEmoji }: Environment, name: string): string | undefined {
  const custom = Object.hasOwn(realmEmoji, name) ? realmEmoji[name] : undefined
  if (custom) return imageEmoji(name, custom.sourceUrl)
  if (name === 'zulip') return imageEmoji(name, ZULIP_EMOJI_URL)
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
