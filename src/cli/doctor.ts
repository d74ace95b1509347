import type { Command } from 'commander'
import { ConfigError, readConfig } from '../server/config/config'
import { examine } from '../server/start/checkup/examine'
import type { Finding } from '../server/start/checkup/finding'
import { jsonOption } from './action'

const marks = { ok: 'ok     ', warning: 'WARNING', failed: 'FAILED ' }
/** Exit code of an installation that works, with warnings. */
const withWarnings = 3

const help = `
It looks at settings, versions, the disk, the database, Redis, the mail server, the mailbox of incoming mail, the services of
pushes, the hosts with which browsers have registered for pushes, and the bucket of uploads, as far as they are used. It sends
no mail and no push, and changes nothing but a file of the bucket that it deletes again. The settings must be those of the server.

Exit codes: 0 all is well, 3 there are warnings, 1 something fails.`

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('look for faults of this installation, and give advice')
    .option(...jsonOption)
    .addHelpText('after', help)
    .action(async ({ json = false }: { json?: boolean }) => {
      const findings = await findingsOfEnvironment()
      console.log(json ? JSON.stringify({ findings }) : findings.map(lineOf).join('\n'))
      process.exitCode = exitCodeOf(findings)
    })
}

async function findingsOfEnvironment(): Promise<Finding[]> {
  try {
    return await examine(readConfig())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const advice = 'Correct it; nothing else was looked at.'
    return [{ subject: 'settings', state: 'failed', text: error.message, advice }]
  }
}

function lineOf({ state, subject, text, advice }: Finding): string {
  return `${marks[state]}  ${subject}: ${text}${advice === undefined ? '' : `\n         ${advice}`}`
}

function exitCodeOf(findings: readonly Finding[]): number {
  if (findings.some(({ state }) => state === 'failed')) return 1
  return findings.some(({ state }) => state === 'warning') ? withWarnings : 0
}
