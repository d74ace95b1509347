import { join } from 'node:path'
import { statementsVariable } from './statements'

/**
 * Environment of a built server or command under test: its passwords cost next to nothing, and its statements are
 * collected where the run wants them.
 * @param further files of this folder that are loaded, too
 */
export function preloads(...further: string[]): Record<string, string> {
  return preloading('cheap-passwords.js', ...further)
}

/** The same for a bundled worker, whose passwords cost next to nothing anyway. */
export function bundlePreloads(): Record<string, string> {
  return preloading()
}

function preloading(...further: string[]): Record<string, string> {
  const folder = process.env[statementsVariable]
  const files = [...(folder ? ['collect-statements.js'] : []), ...further]
  const options = files.map((file) => `--require "${join(__dirname, file)}"`)
  return {
    NODE_OPTIONS: options.join(' '),
    ...(folder ? { [statementsVariable]: folder } : {}),
  }
}
