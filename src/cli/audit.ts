import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { listAudit } from '../server/chat/notify/audit-log'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { presentAuditEntry } from '../server/wire/audit-log'
import type { AuditEntry } from '../shared/audit-log'
import { realmOption, runOnStores } from './action'

interface Options {
  realm: string
  limit: number
  before?: number
  act?: string
}

export function addAuditCommand(program: Command): void {
  const command = program
    .command('audit')
    .description('list administrative acts, newest first')
    .option('--limit <number>', 'most entries', parseNumber, 50)
    .option('--before <id>', 'only entries with smaller ids', parseNumber)
    .option('--act <name>', 'only such acts, as user_role_changed')
    .option(...realmOption)

  runOnStores<Options>(command, async (ctx, { realm, limit, before, act }) => {
    const owner = await getActingOwner(ctx, realm)
    const page = await listAudit(ctx, owner, { limit, before, act })
    const entries = page.entries.map(presentAuditEntry)
    return {
      sentence: entries.map(describeEntry).join('\n') || 'Nothing is recorded.',
      data: { entries, found_oldest: page.foundOldest },
    }
  })
}

function parseNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('It must be a number above 0.')
  return Number(text)
}

function describeEntry(entry: AuditEntry): string {
  const who = entry.acting_user_id === null ? entry.source : `user ${entry.acting_user_id}`
  const where = [entry.address, entry.client].filter((part) => part !== null).join(' ')
  const what = entry.affected_type === null ? '' : ` ${entry.affected_type} ${entry.affected_id}`
  const change = `${JSON.stringify(entry.before)} -> ${JSON.stringify(entry.after)}`
  const time = new Date(entry.time * 1000).toISOString()
  return `${entry.id}  ${time}  ${who}${where && ` (${where})`}  ${entry.act}${what}  ${change}`
}
