import type { Command } from 'commander'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { syncToEnd } from '../server/identity/settings/sync-directory'
import { realmOption, RefusedWithFactsError, runOnStores } from './action'

export function addSyncDirectoryCommand(program: Command): void {
  const command = program
    .command('sync-directory')
    .description('compare the accounts of people with a directory (LDAP) now')
    .argument('<name>', 'name of the identity provider in addresses')
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, options, [slug = '']) => {
    const owner = await getActingOwner(ctx, options.realm)
    const outcome = await syncToEnd(ctx, owner, slug)
    if ('fault' in outcome) throw new RefusedWithFactsError(outcome.fault, { error: outcome.fault })
    const { read, made, changed, deactivated, reactivated, refusal, faults } = outcome
    const counts =
      `${slug} showed ${read} people: ${made} accounts made, ${changed} changed, ` +
      `${deactivated} deactivated, ${reactivated} reactivated.`
    const sentence = [counts, ...(refusal === undefined ? [] : [refusal]), ...faults].join('\n')
    return { sentence, data: { ...outcome } }
  })
}
