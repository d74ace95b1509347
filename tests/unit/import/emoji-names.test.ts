import { foreignEmoji } from '../../../scripts/lib/foreign-emoji'
import type { TonedEmoji } from '../../../scripts/lib/foreign-emoji'
import { emojiMarkdown, emojiNameOf } from '../../../src/server/moving/import/markup/emoji-names'
import type { EmojiSource } from '../../../src/server/moving/import/markup/emoji-names'
import { emojiCodeToNames, findEmojiCode } from '../../../src/server/text/markdown/emoji'

const { datasource, gemoji, joyPixels, tonedMattermost, tonedJoyPixels } = foreignEmoji()

const plainJoyPixels = new Map([...joyPixels].filter(([name]) => !tonedJoyPixels.has(name)))

/** The code of an emoji as Markdown writes it: by its name here, or in characters. */
function codeOf(markdown: string): string | undefined {
  const [, name] = /^:([^:]+):$/.exec(markdown) ?? []
  if (name !== undefined) return findEmojiCode(name)
  return [...markdown.replaceAll('\ufe0f', '')]
    .map((sign) => (sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    .join('-')
}

/** The emoji of a reaction; undefined if it has none here. */
function reactionOf(name: string, source: EmojiSource): string | undefined {
  return findEmojiCode(emojiNameOf(name, source) ?? '')
}

const ofParley = (code: string) => (Object.hasOwn(emojiCodeToNames, code) ? code : undefined)

/** Source: docs/protocol/import.md#emoji-names. */
describe('the emoji of another server', () => {
  it.each<[EmojiSource, string, ReadonlyMap<string, string>]>([
    ['slack', 'emoji-datasource', datasource],
    ['mattermost', 'emoji-datasource', datasource],
    ['mattermost', 'gemoji', gemoji],
    ['rocket-chat', 'emoji-toolkit', plainJoyPixels],
  ])(
    'The emoji of %s have the code points that %s gives to their names',
    (source, _package, names) => {
      expect(names.size).toBeGreaterThan(100)
      const wrong = [...names].filter(
        ([name, code]) =>
          codeOf(emojiMarkdown(name, source)) !== code ||
          reactionOf(name, source) !== ofParley(code),
      )
      expect(wrong).toEqual([])
    },
  )

  it.each<[EmojiSource, ReadonlyMap<string, TonedEmoji>]>([
    ['mattermost', tonedMattermost],
    ['rocket-chat', tonedJoyPixels],
  ])(
    'The emoji of %s keep their skin tones in texts, and lose them in reactions',
    (source, names) => {
      expect(names.size).toBeGreaterThan(1_500)
      const wrong = [...names].filter(
        ([name, { code, plain }]) =>
          codeOf(emojiMarkdown(name, source)) !== code ||
          reactionOf(name, source) !== ofParley(plain),
      )
      expect(wrong).toEqual([])
    },
  )

  it.each<[EmojiSource, string, string, string]>([
    ['rocket-chat', 'metal', ':rock_on:', '1f918'],
    ['rocket-chat', 'thumbsup_tone5', '👍🏿', '1f44d'],
    ['mattermost', 'clap_dark_skin_tone', '👏🏿', '1f44f'],
    ['slack', 'thumbsup::skin-tone-4', '👍🏽', '1f44d'],
    ['slack', 'simple_smile', ':smile:', '1f642'],
    ['slack', 'shipit', ':chipmunk:', '1f43f'],
  ])('The emoji of %s include :%s: as %s', (source, name, markdown, code) => {
    expect(codeOf(emojiMarkdown(name, source))).toBe(codeOf(markdown))
    expect(findEmojiCode(emojiNameOf(name, source) ?? '')).toBe(code)
  })

  it('keeps its name if it is unknown', () => {
    expect(emojiNameOf('octocrab', 'rocket-chat')).toBeUndefined()
    expect(emojiMarkdown('octocrab', 'rocket-chat')).toBe(':octocrab:')
  })
})
