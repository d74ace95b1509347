/**
 * Writes `src/server/chat/jobs/import/markup/foreign-emoji.json`: the names that Slack and Mattermost give to emoji, where
 * Parley's differ, with Parley's. Run it after `scripts/build-emoji-data.ts`:
 *
 *     npx ts-node --transpile-only scripts/build-import-emoji.ts
 *     npx prettier --write src/server/chat/jobs/import/markup/foreign-emoji.json
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface SourceEmoji {
  unified: string
  short_names: string[]
}

const target = join(__dirname, '../src/server/chat/jobs/import/markup/foreign-emoji.json')
const data = join(__dirname, '../src/server/text/markdown/emoji-data.json')

const { names } = JSON.parse(readFileSync(data, 'utf8')) as { names: Record<string, string[]> }
const source = JSON.parse(
  readFileSync(join(__dirname, '../node_modules/emoji-datasource/emoji.json'), 'utf8'),
) as SourceEmoji[]

const differing = source.flatMap(({ unified, short_names }) => {
  const code = unified.toLowerCase().replaceAll('-fe0f', '')
  const [canonical, ...others] = names[code] ?? []
  if (!canonical) return []
  return short_names
    .filter((name) => name !== canonical && !others.includes(name))
    .map((name): [string, string] => [name, canonical])
})
writeFileSync(target, JSON.stringify(Object.fromEntries(differing)))
