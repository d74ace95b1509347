import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findIntegration, integrations } from '../../../src/server/api/integrations'

const root = join(__dirname, '../../..')
const sources = join(root, 'src/server/api/integrations')
const names = integrations.map(({ name }) => name)

/** Names of the integrations that the sources define, whether listed or not. */
function definedNames(): string[] {
  return readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/= define(?:Integration|Preset)\(\{\n {2}name: '(\w+)'/g)])
    .map(([, name]) => name ?? '')
}

describe('the list of integrations', () => {
  it('has each integration of the sources once, in order', () => {
    expect(names).toEqual(definedNames().sort())
    expect(names).toEqual([...new Set(names)])
  })

  it('finds an integration by the name in the URL alone', () => {
    expect(findIntegration('github')?.messageClient).toBe('ZulipGitHubWebhook')
    for (const name of ['', 'index', 'constructor', '__proto__', 'HelloWorld']) {
      expect(findIntegration(name)).toBeUndefined()
    }
  })

  it('is the table in docs/protocol/webhooks.md#integrations', () => {
    const text = readFileSync(join(root, 'docs/protocol', 'webhooks.md'), 'utf8')
    const [, table = ''] = /<a id="integrations"><\/a>[^\n]*\n([^#]*)/.exec(text) ?? []
    expect([...table.matchAll(/^\| `(\w+)` \| (\S.*) \|$/gm)].map(([, name]) => name)).toEqual(
      names,
    )
  })

  it('has sample payloads for each that is code', () => {
    const folders = readdirSync(join(root, 'tests/fixtures/integrations'))
    const coded = integrations.filter(({ steps }) => steps === undefined)
    expect(folders.sort()).toEqual(coded.map(({ name }) => name.replaceAll('_', '-')).sort())
  })
})
