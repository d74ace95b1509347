import { readFileSync } from 'node:fs'

interface DatasourceEmoji {
  unified: string
  short_names: string[]
  /** By the code points of the tones, such as `1F3FB-1F3FC`. */
  skin_variations?: Record<string, { unified: string }>
}

interface JoyPixelsEmoji {
  shortname: string
  shortname_alternates: string[]
  code_points: { fully_qualified: string; diversity_parent: string | null }
}

/** An emoji in one or two skin tones. */
export interface TonedEmoji {
  code: string
  /** The code without tones. */
  plain: string
}

/** Emoji of other servers by name, each as its code: lower-case hex code points joined by `-`, without selectors. */
export interface ForeignEmoji {
  /** Names of Slack and Mattermost without tones. */
  datasource: Map<string, string>
  /** Names of earlier versions of Mattermost that `datasource` lacks. */
  gemoji: Map<string, string>
  /** Names of Rocket.Chat without tones, and names with tones that do not end in them. */
  joyPixels: Map<string, string>
  /** Names of Rocket.Chat that stand for another emoji if a tone follows: `kiss` is lips, `kiss_tone1` a couple. */
  joyPixelsBeforeTone: Map<string, string>
  /** Emoji of two people in two tones, by the code without tones; `1` and `2` stand for the tones. */
  pairs: Map<string, string>
  /** Every name with tones as Mattermost spells it. */
  tonedMattermost: Map<string, TonedEmoji>
  /** The same of Rocket.Chat. */
  tonedJoyPixels: Map<string, TonedEmoji>
}

const mattermostTones: Record<string, string> = {
  '1f3fb': 'light_skin_tone',
  '1f3fc': 'medium_light_skin_tone',
  '1f3fd': 'medium_skin_tone',
  '1f3fe': 'medium_dark_skin_tone',
  '1f3ff': 'dark_skin_tone',
}
const tone = /^1f3f[b-f]$/
const toneEnding =
  /(?:(?:_tone[1-5]){1,2}|(?:_(?:medium_)?(?:light|dark)_skin_tone|_medium_skin_tone){1,2})$/

/** The emoji that the npm packages of the servers name. */
export function foreignEmoji(): ForeignEmoji {
  const source = readJson('emoji-datasource/emoji.json') as DatasourceEmoji[]
  const datasource = new Map<string, string>()
  const tonedMattermost = new Map<string, TonedEmoji>()
  const pairs = new Map<string, string>()
  for (const { unified, short_names, skin_variations = {} } of source) {
    const code = plainCode(unified)
    for (const name of short_names) datasource.set(name, code)
    for (const [tones, variation] of Object.entries(skin_variations)) {
      const toned = { code: plainCode(variation.unified), plain: code }
      const ending = tones.split('-').map((each) => mattermostTones[each.toLowerCase()] ?? '')
      for (const name of short_names) tonedMattermost.set([name, ...ending].join('_'), toned)
      if (tones === '1F3FB-1F3FC') pairs.set(code, templateOf(toned.code))
    }
  }
  const gemoji = new Map(gemojiNames().filter(([name]) => !datasource.has(name)))
  const { joyPixels, tonedJoyPixels } = joyPixelsEmoji()
  const joyPixelsBeforeTone = new Map<string, string>()
  for (const [name, { code, plain }] of tonedJoyPixels) {
    if (name.endsWith('_tone1_tone2') && !pairs.has(plain)) pairs.set(plain, templateOf(code))
    const base = name.replace(toneEnding, '')
    if (joyPixels.get(base) !== plain) joyPixelsBeforeTone.set(base, plain)
  }
  const ofJoyPixels = { joyPixels, joyPixelsBeforeTone, tonedJoyPixels }
  return { datasource, gemoji, pairs, tonedMattermost, ...ofJoyPixels }
}

function templateOf(toned: string): string {
  return toned.replace('1f3fb', '1').replace('1f3fc', '2')
}

function joyPixelsEmoji(): Pick<ForeignEmoji, 'joyPixels' | 'tonedJoyPixels'> {
  const source = readJson('emoji-toolkit/emoji.json') as Record<string, JoyPixelsEmoji>
  const codeOf = ({ code_points: points }: JoyPixelsEmoji) => plainCode(points.fully_qualified)
  const joyPixels = new Map<string, string>()
  const tonedJoyPixels = new Map<string, TonedEmoji>()
  for (const emoji of Object.values(source)) {
    const code = codeOf(emoji)
    const isToned = code.split('-').some((point, index) => index > 0 && tone.test(point))
    const parent = source[emoji.code_points.diversity_parent ?? '']
    for (const written of [emoji.shortname, ...emoji.shortname_alternates]) {
      const name = written.replaceAll(':', '')
      if (!isToned || !toneEnding.test(name)) joyPixels.set(name, code)
      if (isToned && parent) tonedJoyPixels.set(name, { code, plain: codeOf(parent) })
    }
  }
  return { joyPixels, tonedJoyPixels }
}

function gemojiNames(): [string, string][] {
  const source = readJson('gemoji/index.json') as { emoji: string; names: string[] }[]
  return source.flatMap(({ emoji, names }) => {
    const code = [...emoji].map((each) => (each.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
    return names.map((name): [string, string] => [name, plainCode(code.join('-'))])
  })
}

/** A code in the spelling of Parley's table. */
function plainCode(unified: string): string {
  return unified.toLowerCase().replaceAll('-fe0f', '')
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(require.resolve(path), 'utf8'))
}
