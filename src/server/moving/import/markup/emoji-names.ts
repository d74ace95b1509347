import { emojiCodeToNames, findEmojiCode } from '../../../text/markdown/emoji'
import foreign from './foreign-emoji.json'

/** A server whose names of emoji differ from Parley's. */
export type EmojiSource = 'slack' | 'mattermost' | 'rocket-chat'

/** Names that stand for another emoji there than here, or for none here, with their codes; the first table wins. */
const tables: Readonly<Record<EmojiSource, readonly ReadonlyMap<string, string>[]>> = {
  slack: [
    new Map(Object.entries(foreign.names.datasource)),
    // Slack's own pictures, by the emoji that shows the same.
    new Map([
      ['simple_smile', '1f642'],
      ['squirrel', '1f43f'],
      ['shipit', '1f43f'],
    ]),
  ],
  mattermost: [foreign.names.datasource, foreign.names.gemoji].map(
    (table) => new Map(Object.entries(table)),
  ),
  'rocket-chat': [new Map(Object.entries(foreign.names.joyPixels))],
}

/** Names of Rocket.Chat that stand for another emoji if a tone follows. */
const beforeTone: ReadonlyMap<string, string> = new Map(
  Object.entries(foreign.beforeTone.joyPixels),
)

/** Emoji of two people, by the code without tones; `1` and `2` stand for the tones. */
const pairs: ReadonlyMap<string, string> = new Map(Object.entries(foreign.pairs))

/** An emoji of another server. */
interface FoundEmoji {
  /** Code without tones. */
  code: string
  /** The name of the source, without its tones. */
  name: string
  /** Code points of up to two skin tones. */
  tones: readonly string[]
}

/**
 * Parley's name for a built-in emoji of another server; undefined for custom emoji, and for emoji that Parley lacks. Skin
 * tones are left out, since reactions have none.
 * Source: docs/protocol/import.md#emoji-names.
 */
export function emojiNameOf(shortName: string, source: EmojiSource = 'slack'): string | undefined {
  const found = findEmoji(shortName, source)
  return found && parleyName(found)
}

/** Remark for a reaction with a skin tone. */
export const toneReason = 'The skin tone of a reaction is left out.'

/** Whether the name has a skin tone, which a reaction loses. */
export function hasSkinTone(shortName: string, source: EmojiSource): boolean {
  return (findEmoji(shortName, source)?.tones.length ?? 0) > 0
}

/**
 * Markdown of an emoji in a text: Parley's name for it, or its characters if it has a skin tone or no name here. A
 * custom or unknown emoji keeps its name.
 * Source: docs/protocol/import.md#emoji-names.
 */
export function emojiMarkdown(shortName: string, source: EmojiSource): string {
  const found = findEmoji(shortName, source)
  if (!found) return `:${shortName}:`
  const name = parleyName(found)
  if (found.tones.length === 0 && name !== undefined) return `:${name}:`
  return charactersOf(tonedCode(found))
}

function parleyName({ code, name }: FoundEmoji): string | undefined {
  return findEmojiCode(name) === code ? name : emojiCodeToNames[code]?.[0]
}

function findEmoji(shortName: string, source: EmojiSource): FoundEmoji | undefined {
  const whole = findCode(shortName, source)
  if (whole !== undefined) return withoutTones(whole, shortName)
  const { name, tones } = readTones(shortName)
  if (tones.length === 0) return undefined
  const special = source === 'rocket-chat' ? beforeTone.get(name) : undefined
  const code = special ?? findCode(name, source)
  return code === undefined ? undefined : { code, name, tones }
}

function findCode(name: string, source: EmojiSource): string | undefined {
  for (const table of tables[source]) {
    const code = table.get(name)
    if (code !== undefined) return code
  }
  return findEmojiCode(name)
}

const lightest = 0x1f3fb
const toneNames = ['light', 'medium_light', 'medium', 'medium_dark', 'dark'].map(
  (name) => `${name}_skin_tone`,
)
const anyName = `_(${toneNames.join('|')})`
const endings: readonly { ending: RegExp; stepOf: (tone: string) => number }[] = [
  { ending: /^(.+?)::skin-tone-([2-6])(?:-([2-6]))?$/, stepOf: (tone) => Number(tone) - 2 },
  { ending: /^(.+?)_tone([1-5])(?:_tone([1-5]))?$/, stepOf: (tone) => Number(tone) - 1 },
  {
    ending: new RegExp(`^(.+?)${anyName}(?:${anyName})?$`),
    stepOf: (tone) => toneNames.indexOf(tone),
  },
]

/** Skin tones at the end of a name, as Slack, Rocket.Chat and Mattermost spell them. */
function readTones(shortName: string): Pick<FoundEmoji, 'name' | 'tones'> {
  for (const { ending, stepOf } of endings) {
    const [, name, ...written] = ending.exec(shortName) ?? []
    if (name === undefined) continue
    const tones = written.filter((each) => each !== undefined)
    return { name, tones: tones.map((each) => (lightest + stepOf(each)).toString(16)) }
  }
  return { name: shortName, tones: [] }
}

const tonePoint = /^1f3f[b-f]$/

/** An emoji whose table gives its code with the tone. */
function withoutTones(code: string, name: string): FoundEmoji {
  const points = code.split('-')
  const tones = points.filter((point, index) => index > 0 && tonePoint.test(point))
  if (tones.length === 0) return { code, name, tones }
  const plain = points.filter((point, index) => index === 0 || !tonePoint.test(point)).join('-')
  return { code: plain, name, tones: [...new Set(tones)] }
}

/** The code in its tones: after the first sign of one person, and after both people of two. */
function tonedCode({ code, tones }: FoundEmoji): string {
  const [first, second = first] = tones
  if (first === undefined || second === undefined) return code
  const pair = pairs.get(code)
  if (pair !== undefined && (tones.length > 1 || showsTwoPeople(code))) {
    return pair.replace(/\b1\b/, first).replace(/\b2\b/, second)
  }
  const [start, ...rest] = code.split('-')
  return [start, first, ...rest].join('-')
}

function showsTwoPeople(code: string): boolean {
  const people = code.split('-').filter((point) => {
    return /^\p{Emoji_Modifier_Base}$/u.test(String.fromCodePoint(parseInt(point, 16)))
  })
  return people.length > 1
}

const joiner = '200d'
const keycap = '20e3'

/** The characters of a code, with the selector that asks for a picture where a sign is also one of text. */
function charactersOf(code: string): string {
  const points = code.split('-')
  const isTextual = (point: string) =>
    parseInt(point, 16) < 0x1f000 && point !== joiner && point !== keycap
  return points
    .map((point, index) => {
      const character = String.fromCodePoint(parseInt(point, 16))
      const isToned = tonePoint.test(points[index + 1] ?? '')
      return isTextual(point) && !isToned ? `${character}\ufe0f` : character
    })
    .join('')
}
