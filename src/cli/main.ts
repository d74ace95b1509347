#!/usr/bin/env node
import { CommanderError } from 'commander'
import { createProgram } from './program'

/** Exit codes: 0 done, 1 refused or failed, 2 the command line is wrong. */
async function main(): Promise<void> {
  const words = process.argv.slice(2)
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

void main()
