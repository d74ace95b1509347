/**
 * Writes `src/server/moving/import/markup/foreign-emoji.json`: the names that other servers give to emoji, where Parley
 * gives the name to another emoji or to none. Run it after `scripts/build-emoji-data.ts`:
 *
 *     npx ts-node --transpile-only scripts/build-import-emoji.ts
 *     npx prettier --write src/server/moving/import/markup/foreign-emoji.json
 *
 * The names are facts that the servers' own npm packages state:
 *
 * - `emoji-datasource` (MIT): Slack, and Mattermost, which adds the names of skin tones
 * - `gemoji` (MIT): the names of earlier versions of Mattermost, which it still takes
 * - `emoji-toolkit` (the code and names of JoyPixels, MIT): Rocket.Chat
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { foreignEmoji } from './lib/foreign-emoji'

const target = join(__dirname, '../src/server/moving/import/markup/foreign-emoji.json')
const data = join(__dirname, '../src/server/text/markdown/emoji-data.json')

const { names } = JSON.parse(readFileSync(data, 'utf8')) as { names: Record<string, string[]> }
const codes = new Map(
  Object.entries(names).flatMap(([code, all]) => all.map((name) => [name, code] as const)),
)

type Table = Record<string, string>

function differing(source: ReadonlyMap<string, string>): Table {
  return Object.fromEntries([...source].filter(([name, code]) => codes.get(name) !== code))
}

const { datasource, gemoji, joyPixels, joyPixelsBeforeTone, pairs } = foreignEmoji()
writeFileSync(
  target,
  JSON.stringify({
    names: {
      datasource: differing(datasource),
      gemoji: differing(gemoji),
      joyPixels: differing(joyPixels),
    },
    beforeTone: { joyPixels: Object.fromEntries(joyPixelsBeforeTone) },
    pairs: Object.fromEntries(pairs),
  }),
)
