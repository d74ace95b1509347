/**
 * Writes `src/server/text/markdown/emoji-data.json`: the names of every emoji. Run it after a change of
 * `emoji-names.txt`, or for a newer Unicode:
 *
 *     npm install --no-save cldr-annotations-modern@45.0.0 cldr-annotations-derived-modern@45.0.0
 *     npx ts-node --transpile-only scripts/build-emoji-data.ts
 *     npx prettier --write src/server/text/markdown/emoji-data.json
 *
 * Names come from three places:
 * 1. `emoji-names.txt`, names that Zulip has chosen, and former ones;
 * 2. CLDR, English: the spoken name of each emoji that the first lacks, and the keywords that no other
 *    emoji has;
 * 3. `emoji-datasource`, the earlier source of Parley's names, which has newer emoji than CLDR.
 *
 * Source: docs/protocol/markdown.md#emoji-names.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface SourceEmoji {
  /** Code points in upper-case hex, joined by `-`. */
  unified: string
  short_names: string[]
  category: string
  sort_order: number
}

/** Names by code, the canonical one first. */
type Names = Map<string, string[]>

interface Annotation {
  /** Keywords. */
  default: string[]
  /** The spoken name, alone in its list. */
  tts: string[]
}

type Annotations = Record<string, Annotation | undefined>

/** Lower-case hex without the invisible variation selector: a code of the protocol. */
function emojiCode({ unified }: SourceEmoji): string {
  return unified.toLowerCase().replaceAll('-fe0f', '')
}

function emojiOfCode(code: string): string {
  return String.fromCodePoint(...code.split('-').map((codePoint) => parseInt(codePoint, 16)))
}

/** The emoji in the order of pickers, without the skin tones. */
function readCodes(source: SourceEmoji[]): string[] {
  return source
    .filter(({ category }) => category !== 'Component')
    .sort((one, other) => one.sort_order - other.sort_order)
    .map(emojiCode)
}

function readChosenNames(): { chosen: Names; former: Names } {
  const chosen: Names = new Map()
  const former: Names = new Map()
  const text = readFileSync(join(__dirname, 'emoji-names.txt'), 'utf8')
  for (const line of text.split('\n').filter((each) => each !== '' && !each.startsWith('# '))) {
    if (line === '#') continue
    const [code = '', ...names] = line.split(' ')
    const bar = names.indexOf('|')
    const [now, then] = bar < 0 ? [names, []] : [names.slice(0, bar), names.slice(bar + 1)]
    if (now.length > 0) chosen.set(code, now)
    if (then.length > 0) former.set(code, then)
  }
  return { chosen, former }
}

/** A phrase of CLDR as a name. */
function nameOf(phrase: string): string {
  return phrase
    .trim()
    .replace(/[ –-]/g, '_')
    .replace(/[“”:.,()‘’']/g, '')
    .replaceAll('&', 'and')
    .replace(/_{2,}/g, '_')
    .toLowerCase()
}

/** A name with accents gets an ASCII form beside it. */
function withAscii(names: string[]): string[] {
  const ascii = names
    .map((name) => name.normalize('NFD').replace(/\p{M}/gu, ''))
    .filter((name) => /^[\u0021-\u007e]+$/.test(name))
  return [...new Set([...names, ...ascii])]
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(require.resolve(file), 'utf8'))
}

function readAnnotations(): Annotations {
  const plain = readJson('cldr-annotations-modern/annotations/en/annotations.json') as {
    annotations: { annotations: Annotations }
  }
  const derived = readJson(
    'cldr-annotations-derived-modern/annotationsDerived/en/annotations.json',
  ) as { annotationsDerived: { annotations: Annotations } }
  return { ...plain.annotations.annotations, ...derived.annotationsDerived.annotations }
}

/** CLDR's names of the emoji that `chosen` lacks. A keyword shared by several emoji is dropped. */
function spokenNames(codes: string[], chosen: Names): Names {
  const annotations = readAnnotations()
  const found = codes
    .filter((code) => !chosen.has(code))
    .flatMap((code) => {
      const annotation = annotations[emojiOfCode(code)]
      if (!annotation) return []
      return [
        { code, name: nameOf(annotation.tts[0] ?? ''), words: annotation.default.map(nameOf) },
      ]
    })
  const canonical = new Set([
    ...[...chosen.values()].map(([name]) => name),
    ...found.map(({ name }) => name),
  ])
  const uses = new Map<string, number>()
  const aliases = [...chosen.values()].flatMap((names) => names.slice(1))
  for (const word of [...aliases, ...found.flatMap(({ words }) => [...new Set(words)])]) {
    uses.set(word, (uses.get(word) ?? 0) + 1)
  }
  return new Map(
    found.map(({ code, name, words }) => {
      const own = words.filter(
        // Numbers between colons occur in the time of day.
        (word) => !canonical.has(word) && uses.get(word) === 1 && !/^[0-9]+$/.test(word),
      )
      return [code, withAscii([...new Set([name, ...own])])]
    }),
  )
}

const source = readJson('emoji-datasource/emoji.json') as SourceEmoji[]
const codes = readCodes(source)
const { chosen, former } = readChosenNames()
const shortNames: Names = new Map(
  source.map((emoji) => [
    emojiCode(emoji),
    emoji.short_names.map((name) => name.replaceAll('-', '_')),
  ]),
)

/** The emoji that a name alone stands for. */
const owners = new Map<string, string>()
const own: Names = new Map()
const shared: Names = new Map()
const spoken = spokenNames(codes, chosen)
// The first emoji with a name owns it: canonical names go before aliases.
const inOrder = [canonicalOf(chosen), canonicalOf(spoken), chosen, former, spoken, shortNames]
for (const names of inOrder) {
  for (const code of codes) {
    for (const name of names.get(code) ?? []) {
      const owner = owners.get(name) ?? code
      owners.set(name, owner)
      const list = owner === code ? own : shared
      const listed = list.get(code) ?? []
      if (!listed.includes(name)) list.set(code, [...listed, name])
    }
  }
}

function canonicalOf(all: Names): Names {
  return new Map([...all].map(([code, names]) => [code, names.slice(0, 1)]))
}

function linesOf(names: Names): string {
  return codes
    .flatMap((code) => {
      const of = names.get(code)
      return of ? [`    "${code}": [${of.map((name) => JSON.stringify(name)).join(', ')}]`] : []
    })
    .join(',\n')
}

const target = join(__dirname, '../src/server/text/markdown/emoji-data.json')
writeFileSync(
  target,
  `{\n  "names": {\n${linesOf(own)}\n  },\n  "sharedNames": {\n${linesOf(shared)}\n  }\n}\n`,
)
const nameless = codes.filter((code) => !own.has(code))
if (nameless.length > 0) throw new Error(`No name of its own: ${nameless.join(' ')}`)
