import { ConfigError } from './server/config/config'
import { describeSettings } from './server/config/settings'
import { readSettings } from './server/start/read-settings'
import { serve } from './server/start/serve'

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
    void serve(readSettings())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

main(process.argv.slice(2))
