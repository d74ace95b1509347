import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { BadRequestError } from '../server/chat/rules/errors'

export interface PasswordOptions {
  password?: string | undefined
  passwordFile?: string | undefined
  askPassword?: boolean | undefined
}

/** Adds the options for a password to a command. */
export function takePassword(command: Command, otherwise: string): Command {
  return command
    .option(
      '--password-file <file>',
      `password, the first line of a file, or of stdin: -; ${otherwise}`,
    )
    .option('--ask-password', 'ask for the password at the terminal')
    .option('--password <text>', 'password; visible in the list of processes of this machine')
}

/** The password from the options of a command; undefined if they have none. */
export async function readPassword({
  password,
  passwordFile,
  askPassword,
}: PasswordOptions): Promise<string | undefined> {
  if (askPassword === true) return askForPassword()
  if (passwordFile === undefined) return password
  const [line = ''] = readFileSync(passwordFile === '-' ? 0 : passwordFile, 'utf8').split(/\r?\n/)
  if (line === '') throw new BadRequestError('The file of the password begins with an empty line.')
  return line
}

/** Asks for the password twice, without echo. */
async function askForPassword(): Promise<string> {
  if (!process.stdin.isTTY) throw new BadRequestError('There is no terminal to ask for a password.')
  const password = await askInTheDark('Password: ')
  if ((await askInTheDark('Once more: ')) !== password) {
    throw new BadRequestError('The two passwords are not the same.')
  }
  return password
}

function askInTheDark(question: string): Promise<string> {
  process.stderr.write(question)
  // Without an output, readline echoes nothing.
  const terminal = createInterface({ input: process.stdin, terminal: true })
  return new Promise((resolve, reject) => {
    let answer: string | undefined
    terminal.once('line', (line) => {
      answer = line
      terminal.close()
    })
    terminal.once('SIGINT', () => terminal.close())
    terminal.once('close', () => {
      process.stderr.write('\n')
      if (answer === undefined) reject(new BadRequestError('No password was given.'))
      else resolve(answer)
    })
  })
}
