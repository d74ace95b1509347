import { ConfigError } from './server/config/config'
import { describeSettings } from './server/config/settings'
import { tolerateClosedOutputs } from './server/lib/closed-output'
import { readSettings } from './server/start/read-settings'

/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports --
   Help, and the word about a wrong setting, need none of the server's 1,700 modules, whose loading takes a second. */
const loadServe = () => require('./server/start/serve') as typeof import('./server/start/serve')
/* eslint-enable @typescript-eslint/no-require-imports, @typescript-eslint/consistent-type-imports */

const usage = `Parley, a team chat server. Settings are read from the environment:

${describeSettings()}

Without DATABASE_URL and REDIS_URL it needs nothing else: its data is in DATA_DIR.
`

function main(args: readonly string[]): void {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(usage)
    return
  }
  if (args.length > 0) {
    process.stderr.write('There are no arguments but --help; settings are environment variables.\n')
    process.exit(2)
  }
  try {
    const config = readSettings()
    void loadServe().serve(config)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

tolerateClosedOutputs()
main(process.argv.slice(2))
