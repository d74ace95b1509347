import type { Command } from 'commander'
import { migrate } from '../db/engine/migrate'
import { runOnStores } from './action'

export function addMigrateCommand(program: Command): void {
  const command = program.command('migrate').description('bring the database up to date')
  runOnStores(
    command,
    async (ctx) => {
      const ran = await migrate(ctx.db)
      const sentence =
        ran.length === 0
          ? 'The database was up to date.'
          : `Ran ${ran.length} migrations, up to ${ran.at(-1)}.`
      return { sentence, data: { ran } }
    },
    { needsSchema: false },
  )
}
