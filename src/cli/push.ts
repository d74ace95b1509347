import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import {
  deletePushBouncer,
  findPushBouncer,
  replacePushBouncer,
} from '../server/data/notifications/push-bouncer'
import { sealingKeys } from '../server/data/notifications/client-devices'
import { countMobileDevices } from '../server/data/notifications/mobile-devices'
import { countPushJobs } from '../server/data/notifications/push-jobs'
import type { AppContext } from '../server/context'
import {
  callBouncer,
  postToBouncer,
  randomLetters,
} from '../server/chat/jobs/pushes/mobile/bouncer-call'
import type { BouncerAccount } from '../server/chat/jobs/pushes/mobile/bouncer-call'
import { reportRealms } from '../server/chat/jobs/pushes/mobile/report'
import type { ServiceAnswer } from '../server/chat/jobs/pushes/mobile/service-call'
import { makeSealingKeys } from '../server/chat/rules/pushes/sealed'
import { BadRequestError } from '../server/chat/rules/errors'
import { runOnStores } from './action'
import type { Outcome } from './action'

interface Options {
  hostname?: string
  email?: string
  agreeToTerms?: boolean
}

const help = `
Ways to mobile apps:
  own app for Android   FCM_SERVICE_ACCOUNT
  own app for iOS       APNS_KEY, APNS_KEY_ID, APNS_TEAM_ID
  published apps        PUSH_BOUNCER_URL, and "parley push register"

register sends the host name and the address of a contact to the bouncer, and keeps the credentials in the database. From
then on the bouncer gets each push with its text, unless PUSH_CONTENT=off, and each hour the names and addresses of the
organizations that have devices. Read the terms of the bouncer first.

Browsers need nothing of this.`

/** The operator's commands for pushes to mobile apps: status, and the registration at a bouncer. */
export function addPushCommand(program: Command): void {
  const command = program
    .command('push')
    .description(
      'show the ways to mobile apps; register this server at a push bouncer, or leave it',
    )
    .argument('[action]', 'status, register or deactivate', 'status')
    .option(
      '--hostname <name>',
      'register: host name of this server (default: that of EXTERNAL_URL)',
    )
    .option('--email <address>', 'register: address at which the bouncer reaches the operator')
    .option('--agree-to-terms', 'register: agree to the terms of the bouncer')
    .addHelpText('after', help)

  runOnStores<Options>(command, async (ctx, options, [action = 'status']) => {
    if (action === 'register') return register(ctx, options)
    if (action === 'deactivate') return deactivate(ctx)
    if (action === 'status') return status(ctx)
    throw new BadRequestError(`'${action}' is none of status, register and deactivate.`)
  })
}

/** Registers the server, or tells the bouncer of a new host name or contact. */
async function register(ctx: AppContext, options: Options): Promise<Outcome> {
  const { pushBouncerUrl: url, externalUrl } = ctx.config
  if (url === undefined) throw new BadRequestError('PUSH_BOUNCER_URL is not set.')
  const hostname = options.hostname ?? (externalUrl && new URL(externalUrl).hostname)
  if (hostname === undefined) throw new BadRequestError('EXTERNAL_URL or --hostname is needed.')
  const { email: contact_email } = options
  if (contact_email === undefined) throw new BadRequestError('--email is needed.')
  if (options.agreeToTerms !== true) {
    throw new BadRequestError(
      `The bouncer at ${url} has terms of its own: read them, then add --agree-to-terms.`,
    )
  }
  const { query } = ctx.db
  const known = await findPushBouncer(query)
  const isSame = known?.url === url
  const account: BouncerAccount = isSame
    ? known
    : { url, org_id: randomUUID(), org_key: randomLetters(64) }
  const form = new URLSearchParams({
    ...{ zulip_org_id: account.org_id, zulip_org_key: account.org_key },
    ...{ hostname, contact_email },
  })
  requireSuccess(await reaching(url, () => postToBouncer(account, 'server/register', form)))
  const { org_id, org_key } = account
  const now = ctx.clock.now()
  // Devices of another bouncer are unknown to this one.
  if (known && !isSame) await deletePushBouncer(query)
  const bouncer = {
    ...{ url, org_id, org_key, hostname, contact_email },
    ...{ registered_at: now, report_due_at: now },
  }
  await replacePushBouncer(query, bouncer)
  await reaching(url, () => reportRealms(ctx, bouncer))
  return {
    sentence: `${hostname} is registered at ${url}. Mobile apps can register their devices now.`,
    data: { url, hostname, contact_email, org_id },
  }
}

async function deactivate(ctx: AppContext): Promise<Outcome> {
  const bouncer = await findPushBouncer(ctx.db.query)
  if (!bouncer) throw new BadRequestError('This server is registered at no bouncer.')
  const form = new URLSearchParams()
  const { url } = bouncer
  requireSuccess(await reaching(url, () => callBouncer(bouncer, 'server/deactivate', form)))
  await deletePushBouncer(ctx.db.query)
  return { sentence: `This server has left ${url}.`, data: { url } }
}

async function status({ config, db: { query } }: AppContext): Promise<Outcome> {
  const bouncer = await findPushBouncer(query)
  const devices = await countMobileDevices(query)
  const backlog = await countPushJobs(query)
  const { public_key } = await sealingKeys(query, makeSealingKeys)
  const isUsed = bouncer !== undefined && config.pushBouncerUrl !== undefined
  const name = (isDirect: boolean): string =>
    isDirect ? 'with a key of your own' : isUsed ? `through ${bouncer.url}` : 'none'
  const lines = [
    `Android: ${name(config.fcm !== undefined)}. iOS: ${name(config.apns !== undefined)}.`,
    `${devices} devices with a mobile app; ${backlog} pushes of all kinds are not sent.`,
    `Key under which an app of your own seals its token for encrypted pushes: ${public_key}`,
  ]
  if (bouncer && !isUsed) lines.push(`PUSH_BOUNCER_URL is not set, so ${bouncer.url} is not used.`)
  if (!bouncer && config.pushBouncerUrl !== undefined) {
    lines.push(`${config.pushBouncerUrl} is not used before "parley push register".`)
  }
  return {
    sentence: lines.join('\n'),
    data: {
      android: name(config.fcm !== undefined),
      ios: name(config.apns !== undefined),
      bouncer: bouncer ? { url: bouncer.url, hostname: bouncer.hostname } : null,
      ...{ devices, backlog, public_key },
    },
  }
}

/** @throws BadRequestError */
function requireSuccess({ status, body }: ServiceAnswer): void {
  if (status === 200) return
  const { msg } = body
  const reason = typeof msg === 'string' ? msg : `status ${status}`
  throw new BadRequestError(`The bouncer refused: ${reason}`)
}

/** @throws BadRequestError if the bouncer does not answer */
async function reaching<T>(url: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw new BadRequestError(`${url} did not answer as a bouncer: ${(error as Error).message}`)
  }
}
