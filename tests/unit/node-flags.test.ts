import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFlags, nodeFlagsInShell } from '../../src/server/start/node-flags'

describe('the flags of node', () => {
  const read = (file: string): string => readFileSync(join(__dirname, '../..', file), 'utf8')

  it('are the same wherever a worker is started', () => {
    const command = `exec node ${nodeFlagsInShell} dist/main.js`
    expect(read('package.json')).toContain(`&& ${command}"`)
    expect(read('Dockerfile')).toContain(`CMD ["sh", "-c", "${command}"]`)
  })

  it.each([{}, { DATABASE_URL: '' }, { DATABASE_URL: 'postgres://db/parley' }])(
    'depend on the database: %j',
    (env) => {
      const words = execFileSync('sh', ['-c', `echo ${nodeFlagsInShell}`], {
        env,
        encoding: 'utf8',
      })
      expect(words.trim().split(/\s+/)).toEqual(nodeFlags(env))
      const isEmbedded = !('DATABASE_URL' in env && env.DATABASE_URL !== '')
      expect(words.includes('--max-semi-space-size')).toBe(!isEmbedded)
    },
  )
})
