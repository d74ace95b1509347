import { Command, InvalidArgumentError, Option } from 'commander'

export interface BenchOptions {
  only: string[]
  workers: number
  rounds: number
  seconds: number
  /** Messages in a generated archive. */
  messages: number
  quick: boolean
  json: boolean
  logLevel: string
  profile: string | undefined
}

/** @param scenarios names of all scenarios */
export function readBenchOptions(argv: string[], scenarios: readonly string[]): BenchOptions {
  const parseScenarios = (text: string): string[] => {
    const names = text.split(',')
    const unknown = names.find((name) => !scenarios.includes(name))
    if (unknown === undefined) return names
    throw new InvalidArgumentError(`There is no ${unknown}; there are ${scenarios.join(', ')}.`)
  }
  const command = new Command('npm run bench --')
    .description('Measures workers under load, in turn with a bare Node broadcaster.')
    .option('--only <scenarios>', `some of ${scenarios.join(',')}`, parseScenarios, [...scenarios])
    .option('--workers <count>', 'workers of the server', wholeNumber(1, 16), 2)
    .option(
      '--rounds <count>',
      'how often each is measured; medians are reported',
      wholeNumber(1, 99),
    )
    .option('--seconds <seconds>', 'length of a measurement', wholeNumber(1, 3_600))
    .option(
      '--messages <count>',
      'of generated archives; 1000000 for the figures of an import',
      wholeNumber(1_000, 10_000_000),
    )
    .option('--quick', 'one short round of smaller loads: shows that it works, not how well', false)
    .option('--json', 'print JSON instead of tables', false)
    .option('--log-level <level>', 'LOG_LEVEL of the workers', 'warn')
    .addOption(
      new Option('--profile <folder>', 'write CPU profiles there, which slows everything down'),
    )
    .addHelpText(
      'after',
      '\nTEST_DATABASE_URL and TEST_REDIS_URL name other stores than local ones.',
    )
    .parse(argv)
  const given = command.opts<Partial<BenchOptions>>()
  const defaults = given.quick
    ? { rounds: 1, seconds: 2, messages: 5_000 }
    : { rounds: 3, seconds: 5, messages: 100_000 }
  return { profile: undefined, ...defaults, ...given } as BenchOptions
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`)
  }
}
