import type { Command } from 'commander'
import { reactivateRealm } from '../server/chat/actions/realms/deactivate'
import { getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { realmOption, runOnStores } from './action'

export function addReactivateRealmCommand(program: Command): void {
  const command = program
    .command('reactivate-realm')
    .description('reactivate a deactivated organization')
    .option(...realmOption)

  runOnStores<{ realm: string }>(command, async (ctx, { realm: name }) => {
    const realm = await getRealmNamed(ctx, name)
    await reactivateRealm(ctx, realm)
    return {
      sentence: `Reactivated the organization '${realm.name}'.`,
      data: { realm_id: realm.id, string_id: realm.string_id },
    }
  })
}
