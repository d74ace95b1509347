import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFlags } from '../../src/main/node-flags'

describe('the flags of node', () => {
  const read = (file: string): string => readFileSync(join(__dirname, '../..', file), 'utf8')

  it('are the same wherever a worker is started', () => {
    expect(read('package.json')).toContain(`node ${nodeFlags.join(' ')} dist/main.js`)
    const command = ['node', ...nodeFlags, 'dist/main.js'].map((word) => `"${word}"`).join(', ')
    expect(read('Dockerfile')).toContain(`CMD [${command}]`)
  })
})
