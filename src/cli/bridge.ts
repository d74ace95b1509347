import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import type { Command } from 'commander'
import { destination } from 'pino'
import type { AppContext } from '../server/context'
import { listBridgeStates, retrySetAside } from '../server/data/bridges/bridges'
import { bridgeBotOf } from '../server/moving/bridge/bot'
import { SlackRefusedError } from '../server/moving/bridge/slack/api'
import { parseChannels } from '../server/moving/bridge/slack/channels'
import { runSlackBridge } from '../server/moving/bridge/slack/run'
import { PeopleMap } from '../server/moving/import/job/people-map'
import { getActingOwner, getRealmNamed } from '../server/chat/actions/realms/find-realm'
import { BadRequestError } from '../server/chat/rules/errors'
import { createLog } from '../server/lib/log'
import { realmOption, runOnStores } from './action'
import type { Outcome } from './action'

interface Options {
  realm: string
  channels?: string
  map?: string
}

const help = `
slack   carries messages between channels of Slack and streams until it is stopped; needs SLACK_BOT_TOKEN and
        SLACK_APP_TOKEN, PostgreSQL and Redis. docs/bridging.md shows the way.
status  prints the bridges of the organization.
retry   tries again what the bridges have set aside.

Signals: SIGTERM and SIGINT end it in order. A second process stands by, and takes over.`

/** Bridges to other servers, for the time in which a team decides. */
export function addBridgeCommand(program: Command): void {
  const command = program
    .command('bridge')
    .description('carry messages between Slack and Parley, or print the state of the bridges')
    .argument('<action>', 'slack, status or retry')
    .addOption(
      new Option(
        '--channels <names>',
        'channels by name or id, with the stream behind = where it exists: general,C0123=team',
      ),
    )
    .option('--map <people.csv>', 'addresses of people, as for parley import')
    .option(...realmOption)
    .addHelpText('after', help)

  runOnStores<Options>(command, async (ctx, options, [action]) => {
    if (action === 'slack') return slack(ctx, options)
    if (action === 'status') return status(ctx, options)
    if (action === 'retry') return retry(ctx, options)
    throw new BadRequestError('The actions are slack, status and retry.')
  })
}

async function slack(ctx: AppContext, options: Options): Promise<Outcome> {
  const { databaseUrl, redisUrl } = ctx.config
  if (databaseUrl === undefined || redisUrl === undefined) {
    throw new BadRequestError('A bridge needs DATABASE_URL and REDIS_URL, as the server has them.')
  }
  const channels = parseChannels(options.channels ?? '')
  const people = options.map
    ? PeopleMap.parse(await readFile(options.map, 'utf8'))
    : PeopleMap.empty
  const realm = await getRealmNamed(ctx, options.realm)
  const owner = await getActingOwner(ctx, options.realm)
  const stopped = new AbortController()
  const stop = (): void => stopped.abort()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  // A command logs errors alone; this one runs for weeks.
  const running = { ...ctx, log: createLog(ctx.config, destination(2)) }
  try {
    await runSlackBridge(running, {
      ...{ realm, channels, people, signal: stopped.signal },
      botFor: (source) => bridgeBotOf(running, owner, source),
    })
  } catch (error) {
    throw explained(error)
  }
  return { sentence: 'The bridge has ended.', data: { ended: true } }
}

/** A refusal of Slack with its remedy; other errors as they are. A bridge waits for a Slack that does not answer. */
function explained(error: unknown): unknown {
  if (error instanceof SlackRefusedError) {
    return new BadRequestError(
      `${error.message}. docs/bridging.md names the tokens and rights of a bridge.`,
    )
  }
  return error
}

async function status(ctx: AppContext, { realm: name }: Options): Promise<Outcome> {
  const realm = await getRealmNamed(ctx, name)
  const states = await listBridgeStates(ctx.db.query, realm.id)
  const lines = states.map((state) => {
    const alive = state.alive_at?.toISOString() ?? 'never'
    const connected = state.connected_at?.toISOString() ?? 'never'
    return [
      `${state.source}: ${state.state}`,
      `  last sign of life ${alive}, last connection ${connected}`,
      `  waiting ${state.waiting_in} in, ${state.waiting_out} out`,
      `  set aside ${state.failed_in} in, ${state.failed_out} out${state.error ? `, last: ${state.error}` : ''}`,
    ].join('\n')
  })
  return { sentence: lines.join('\n') || 'There is no bridge.', data: { bridges: states } }
}

async function retry(ctx: AppContext, { realm: name }: Options): Promise<Outcome> {
  const realm = await getRealmNamed(ctx, name)
  const changes = await retrySetAside(ctx.db.query, realm.id)
  return { sentence: `Changes that are tried again: ${changes}.`, data: { changes } }
}
