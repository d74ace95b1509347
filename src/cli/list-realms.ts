import type { Command } from 'commander'
import { listRealms } from '../server/data/realms/realms'
import { runOnStores } from './action'

export function addListRealmsCommand(program: Command): void {
  const command = program.command('list-realms').description('list the organizations of the server')

  runOnStores(command, async (ctx) => {
    const realms = await listRealms(ctx.db.query)
    const lines = realms.map(
      ({ string_id, name, people }) => `${string_id || '(root domain)'}  ${people} people  ${name}`,
    )
    return { sentence: lines.join('\n') || 'There is none.', data: { realms } }
  })
}
