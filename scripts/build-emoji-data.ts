/**
 * Writes `src/markdown/emoji-data.json`: every emoji code with its names, the canonical one first.
 * Run it after an update of the `emoji-datasource` package:
 *
 *     npx ts-node --transpile-only scripts/build-emoji-data.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface SourceEmoji {
  /** Code points in upper-case hex, joined by `-`. */
  unified: string
  short_names: string[]
  category: string
  sort_order: number
  obsoleted_by?: string
}

/**
 * Names that Zulip's clients know and the source lacks or gives to another emoji. They come before
 * the names of the source, and each is taken from whichever emoji the source gives it to.
 * Source: docs/protocol/markdown.md#emoji.
 */
const preferredNames: Record<string, string[]> = {
  '263a': ['smile'],
  '1f604': ['big_smile'],
  '1f642': ['slight_smile'],
  '1f641': ['frown'],
  '1f44d': ['+1', 'thumbs_up', 'like'],
  '1f44e': ['-1', 'thumbs_down'],
  '1f914': ['thinking'],
  '1f6e0': ['working_on_it'],
  '2705': ['check'],
  '2714': ['check_mark'],
  '2764': ['heart', 'love'],
  '1f4a9': ['poop'],
}

/** Lower-case hex without the invisible variation selector: a code of the protocol. */
function emojiCode(emoji: SourceEmoji): string {
  return emoji.unified.toLowerCase().replaceAll('-fe0f', '')
}

/** Skin tones are no emoji of their own, and obsolete sequences have a successor in the list. */
function isOffered(emoji: SourceEmoji): boolean {
  return emoji.category !== 'Component' && emoji.obsoleted_by === undefined
}

function namesByCode(source: SourceEmoji[]): Array<[string, string[]]> {
  const preferred = new Set(Object.values(preferredNames).flat())
  return source.map((emoji) => {
    const code = emojiCode(emoji)
    const ownNames = emoji.short_names
      .filter((name) => !preferred.has(name))
      .map((name) => name.replaceAll('-', '_'))
    return [code, [...(preferredNames[code] ?? []), ...ownNames]]
  })
}

const sourcePath = require.resolve('emoji-datasource/emoji.json')
const source = JSON.parse(readFileSync(sourcePath, 'utf8')) as SourceEmoji[]
const entries = namesByCode(
  source.filter(isOffered).sort((one, other) => one.sort_order - other.sort_order),
)
const lines = entries.map(
  ([code, names]) => `  "${code}": [${names.map((name) => JSON.stringify(name)).join(', ')}]`,
)
const target = join(__dirname, '../src/markdown/emoji-data.json')
writeFileSync(target, `{\n${lines.join(',\n')}\n}\n`)
