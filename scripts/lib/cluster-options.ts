import path from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'

export interface ClusterOptions {
  workers: number
  host: string
  port: number
  json: boolean
  /** The program of the workers. */
  main: string
  databaseUrl: string
  redisUrl: string
}

const ours = path.resolve(__dirname, '../../dist/main.js')

/**
 * Reads the options from the command line and the environment.
 *
 * @throws with a sentence when workers would have no stores to share
 */
export function readClusterOptions(argv: string[], env: NodeJS.ProcessEnv): ClusterOptions {
  const command = new Command('npm run cluster --')
    .description('Starts workers on this machine, behind nginx, on a shared PostgreSQL and Redis.')
    .option('--workers <count>', 'how many workers to start', wholeNumber(1, 64), 2)
    .option('--port <port>', 'port of nginx; the workers get the next free ones', port(), 9980)
    .option('--host <address>', 'address of nginx', '127.0.0.1')
    .option('--json', 'report to stdout as lines of JSON; everything else to stderr', false)
    .addOption(new Option('--main <file>', 'program of the workers').default(ours).hideHelp())
    .parse(argv)
  const options = command.opts<Omit<ClusterOptions, 'databaseUrl' | 'redisUrl'>>()
  return { ...options, databaseUrl: need('DATABASE_URL', env), redisUrl: need('REDIS_URL', env) }
}

function need(name: 'DATABASE_URL' | 'REDIS_URL', env: NodeJS.ProcessEnv): string {
  const value = env[name]?.trim()
  if (value) return value
  throw new Error(`${name} is not set: workers share their state in PostgreSQL and Redis.`)
}

function port(): (text: string) => number {
  return wholeNumber(1, 65_535)
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`)
  }
}
