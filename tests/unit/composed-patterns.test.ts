import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as ts from 'typescript'

const root = join(__dirname, '../..')

/**
 * Files that compose regular expressions from parts, and the reason why each is linear. ESLint judges the expressions that stand in
 * the sources as a whole (`regexp/no-super-linear-…`), and cannot see these.
 */
const reasons: Readonly<Record<string, string>> = {
  'src/server/api/settings/setting-params.ts': 'patterns of our own schemas, for short values',
  'src/server/moving/import/discord/tokens.ts': 'reader "Discord: text" of the doubling law',
  'src/server/moving/import/job/references.ts': 'reader "texts of all archives"',
  'src/server/moving/import/markup/emoji-names.ts': 'a name of an emoji, and our own endings',
  'src/server/moving/import/mattermost/old-links.ts': 'from the start of a path; an id is bounded',
  'src/server/moving/import/rocket-chat/markdown.ts': 'reader "Rocket.Chat: text"',
  'src/server/chat/rules/pushes/plain-text.ts': 'reader "text of a push"',
  'src/server/data/history/search.ts': 'a class of characters, and two characters',
  'src/server/events/redis/keys.ts': 'our own scripts',
  'src/server/http/logins/sentences.ts': 'a sentence of at most 1,000 characters',
  'src/server/lib/characters.ts': 'one character',
  'src/server/stores/files/s3-store.ts': 'an answer of the own bucket; stops at the next tag',
  'src/server/text/markdown/times.ts': 'a time of at most 100 characters',
  'src/web/data/paste/clean-html.ts': 'the start of one tag',
  'src/web/features/organization/linkifiers/try-linkifier.ts':
    'a pattern and a text of the same person, in the browser of that person',
  'src/web/service-worker/shell.ts': 'the own page',
  'src/web/parts/compose/places.ts': 'at most four blanks for each quote',
  'src/web/parts/typeahead/find-word.ts': 'the last 80 characters before the cursor',
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
}

/** Whether a source calls `RegExp` with anything but one literal. */
function composes(file: string): boolean {
  const text = readFileSync(join(root, file), 'utf8')
  if (!text.includes('RegExp(')) return false
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const isComposed = (node: ts.Node): boolean => {
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node)
    const [pattern] = isCall && node.expression.getText() === 'RegExp' ? (node.arguments ?? []) : []
    if (pattern && !ts.isStringLiteralLike(pattern)) return true
    return ts.forEachChild(node, isComposed) ?? false
  }
  return isComposed(source)
}

describe('regular expressions that are composed from parts', () => {
  it('have a reason why they are linear', () => {
    expect(sourcesIn('src').filter(composes).sort()).toEqual(Object.keys(reasons).sort())
  })
})
