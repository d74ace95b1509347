import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { AppContext } from '../server/context'
import { botTypes } from '../shared/rules/roles'
import type { BotType } from '../shared/rules/roles'
import type { Requester } from '../server/chat/rules/authentication'
import { createBot } from '../server/chat/actions/bots/create-bot'
import { botEmailDomain } from '../server/chat/rules/names'
import { getActingOwner } from '../server/chat/actions/realms/find-realm'
import { accessUser } from '../server/chat/access/users/access-user'
import { realmOption, runOnStores } from './action'
import { parseUserReference } from './roles'

interface Options {
  realm: string
  shortName: string
  fullName: string
  owner?: number | string
  type?: BotType
  payloadUrl?: string
}

const typeNames: ReadonlyMap<string, BotType> = new Map([
  ['generic', botTypes.generic],
  ['incoming-webhook', botTypes.incomingWebhook],
  ['outgoing-webhook', botTypes.outgoingWebhook],
])

const typeList = [...typeNames.keys()].join(', ')

export function addCreateBotCommand(program: Command): void {
  const command = program
    .command('create-bot')
    .description('create a bot')
    .requiredOption('--short-name <text>', 'deploy becomes deploy-bot@…')
    .requiredOption('--full-name <text>', 'the name it writes under')
    .option('--type <type>', `${typeList}; generic unless given`, parseType)
    .option('--payload-url <url>', 'where an outgoing webhook posts messages to')
    .option(
      '--owner <email or id>',
      'the owner of the organization unless given',
      parseUserReference,
    )
    .option(...realmOption)

  runOnStores<Options>(command, async (ctx, options) => {
    const owner = await findOwner(ctx, options)
    const bot = await createBot(ctx, owner, {
      shortName: options.shortName,
      fullName: options.fullName,
      emailDomain: botEmailDomain(originOf(ctx, owner), ctx.config.externalHost),
      botType: options.type ?? botTypes.generic,
      service: { interfaceType: 1, payloadUrl: options.payloadUrl },
    })
    return {
      sentence: `Created ${bot.email} (user ${bot.user_id}), API key ${bot.api_key}.`,
      data: { user_id: bot.user_id, email: bot.email, api_key: bot.api_key },
    }
  })
}

function parseType(name: string): BotType {
  const type = typeNames.get(name)
  if (type === undefined) throw new InvalidArgumentError(`Types are: ${typeList}.`)
  return type
}

async function findOwner(ctx: AppContext, { realm, owner }: Options): Promise<Requester> {
  const realmOwner = await getActingOwner(ctx, realm)
  return owner === undefined ? realmOwner : accessUser(ctx.db.query, realmOwner, owner)
}

/** Address of the organization, as far as it is known without a request. */
function originOf({ config }: AppContext, { realm_string_id: subdomain }: Requester): string {
  if (subdomain !== '') return `http://${subdomain}.${config.externalHost}`
  return config.externalUrl ?? `http://${config.externalHost}`
}
