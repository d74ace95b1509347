import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const program = path.resolve(__dirname, '../../../dist/cli/main.js')

/** The host of all workers of the benchmark; an organization's is a subdomain. */
export const externalHost = 'bench.invalid'

export function hostOf(realm: string): string {
  return `${realm}.${externalHost}`
}

/** Creates an organization with its default contents, by the operators' command. */
export async function createRealm(
  realm: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [program, 'create-realm', realm, '--owner-email', `owner@${realm}.invalid`],
    { env: { PATH: process.env['PATH'], LOG_LEVEL: 'warn', ...settings } },
  )
}
