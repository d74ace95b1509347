import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { createRealm } from '../server/chat/actions/realms/create-realm'
import { apiKeyPattern } from '../shared/users'
import { runOnStores } from './action'
import { readPassword } from './passwords'

interface Options {
  name?: string
  ownerEmail: string
  ownerName: string
  ownerPassword?: string
  ownerPasswordFile?: string
  ownerApiKey?: string
}

export function addCreateRealmCommand(program: Command): void {
  const command = program
    .command('create-realm')
    .description('create an organization with its owner and first streams')
    .argument('<string id>', 'its subdomain: lower-case letters, digits and hyphens')
    .requiredOption('--owner-email <address>', 'email of its owner')
    .option('--name <text>', 'name of the organization; default: its subdomain')
    .option('--owner-name <text>', 'full name of its owner', 'Owner')
    .option('--owner-password-file <file>', 'the first line of a file, or of stdin: -')
    .option('--owner-password <text>', 'made up unless given')
    .option('--owner-api-key <key>', '32 letters or digits; made up unless given', parseApiKey)

  runOnStores<Options>(command, async (ctx, options, [stringId = '']) => {
    const { realm, owner, password, apiKey, streams } = await createRealm(ctx, {
      stringId,
      name: options.name ?? stringId,
      owner: {
        email: options.ownerEmail,
        fullName: options.ownerName,
        password: await readPassword({
          password: options.ownerPassword,
          passwordFile: options.ownerPasswordFile,
        }),
        apiKey: options.ownerApiKey,
      },
    })
    const login = password === undefined ? '' : `, password ${password}`
    return {
      sentence:
        `Created the organization ${realm.name} (${realm.string_id}) with its owner ` +
        `${owner.email}, API key ${apiKey}${login}.`,
      data: {
        realm_id: realm.id,
        string_id: realm.string_id,
        name: realm.name,
        owner: { user_id: owner.id, email: owner.email, password, api_key: apiKey },
        streams: streams.map((stream) => stream.name),
      },
    }
  })
}

/** Checked before anything is created; the message does not repeat the key. */
function parseApiKey(key: string): string {
  if (!apiKeyPattern.test(key)) throw new InvalidArgumentError('It has 32 letters or digits.')
  return key
}
