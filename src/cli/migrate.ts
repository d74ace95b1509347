import type { Command } from 'commander'
import { migrate, pendingMigrations } from '../server/data/engine/migrate'
import { runOnStores } from './action'
import type { Outcome } from './action'

export function addMigrateCommand(program: Command): void {
  const command = program
    .command('migrate')
    .description('bring the database up to date')
    .option('--status', 'list the pending migrations, and run none')
  runOnStores<{ status?: boolean }>(
    command,
    async (ctx, { status }) => {
      if (status === true) return describePending(await pendingMigrations(ctx.db.query))
      const ran = await migrate(ctx.db)
      const sentence =
        ran.length === 0
          ? 'The database was up to date.'
          : `Ran ${ran.length} migrations, up to ${ran.at(-1)}.`
      return { sentence, data: { ran } }
    },
    { needsSchema: false, makesDatabase: ({ status }) => status !== true },
  )
}

function describePending(pending: readonly string[]): Outcome {
  const sentence =
    pending.length === 0
      ? 'The database is up to date.'
      : `${pending.length} migrations are to be run:\n${pending.join('\n')}`
  return { sentence, data: { pending } }
}
