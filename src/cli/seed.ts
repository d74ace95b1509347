import { writeFile } from 'node:fs/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { seedRealm } from '../server/chat/jobs/seed'
import { realmOption, runOnStores } from './action'

interface Options {
  realm: string
  users: number
  streams: number
  out: string
}

export function addSeedCommand(program: Command): void {
  const command = program
    .command('seed')
    .description('make accounts and streams for load tests, straight in the database')
    .requiredOption(
      '--users <count>',
      'number of accounts, including those of earlier runs',
      wholeNumber,
    )
    .requiredOption('--streams <count>', 'public streams load-0, load-1, …', wholeNumber)
    .requiredOption('--out <file>', 'gets a JSON list of email, api_key and user_id')
    .option(...realmOption)

  runOnStores<Options>(command, async (ctx, { realm, users, streams, out }) => {
    const startedAt = performance.now()
    const seeded = await seedRealm(ctx, realm, { users, streams })
    await writeFile(out, `${JSON.stringify(seeded)}\n`, { mode: 0o600 })
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    return {
      sentence: `Seeded ${users} users on ${streams} streams in ${seconds} s; ${out} has their keys.`,
      data: { users: seeded.length, streams, out, seconds },
    }
  })
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}
