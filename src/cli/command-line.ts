import { CommanderError } from 'commander'
import { createProgram } from './program'

/**
 * Runs the command that the arguments after `parley` name, and sets the exit code of the process: 0 done, 1 refused or
 * failed, 2 the command line is wrong. When the promise resolves, the command has closed its stores.
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  const tellsPrograms = words.includes('--json')
  try {
    await createProgram({ words, tellsPrograms }).parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Commander has already printed the help or the error.
    process.exitCode = error.exitCode === 0 ? 0 : 2
    if (error.exitCode === 0 || !tellsPrograms) return
    console.log(JSON.stringify({ error: error.message.replace(/^error: /, '') }))
  }
}
