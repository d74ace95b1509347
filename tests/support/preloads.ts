import { join } from 'node:path'
import { statementsVariable } from './statements'

/**
 * Environment of a built server or command under test: its passwords cost next to nothing, and its statements are
 * collected where the run wants them.
 */
export function preloads(): Record<string, string> {
  const folder = process.env[statementsVariable]
  const files = ['cheap-passwords.js', ...(folder ? ['collect-statements.js'] : [])]
  const options = files.map((file) => `--require "${join(__dirname, file)}"`)
  return {
    NODE_OPTIONS: options.join(' '),
    ...(folder ? { [statementsVariable]: folder } : {}),
  }
}
