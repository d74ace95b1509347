import { withoutTrailing } from '../../../../shared/rules/characters'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { ensureBridge, noteBridgeEnd } from '../../../data/bridges/bridges'
import { releaseLease, renewalOfLease, takeLease } from '../../../data/jobs/leases'
import type { RealmRow } from '../../../data/schema'
import { growing } from '../../../lib/pauses'
import { isStoreAway } from '../../../lib/store-away'
import { BadRequestError } from '../../../chat/rules/errors'
import { textOf } from '../../import/archive/fields'
import type { PeopleMap } from '../../import/job/people-map'
import { BridgeLostError, ParleySide } from '../bridge'
import type { BridgeContext } from '../bridge'
import { SlackApi, SlackAwayError } from './api'
import { setUpChannels } from './channels'
import type { ChannelChoice } from './channels'
import { SlackFiles } from './files'
import { Inward } from './inward'
import { Outward } from './outward'
import { SlackPeople } from './people'
import type { SlackBridge } from './side'

/** Lease of a bridge: a process that does not renew it in time counts as dead. */
const leaseSeconds = 15
const renewPauseMs = 4_000
const standByMs = 1_000

export interface SlackBridgeOptions {
  realm: RealmRow
  channels: readonly ChannelChoice[]
  people: PeopleMap
  /** Id of the account that reads here, made if the bridge is new. */
  botFor: (source: string) => Promise<number>
  signal: AbortSignal
}

/**
 * Carries messages between channels of Slack and streams until the signal aborts. One of several processes does the work;
 * the others stand by.
 * @throws BadRequestError for a choice that cannot be; SlackRefusedError for a token that Slack does not take
 */
export async function runSlackBridge(
  ctx: BridgeContext,
  options: SlackBridgeOptions,
): Promise<void> {
  const { realm, signal } = options
  const { slackApiUrl, workerId } = ctx.config
  const url = withoutTrailing(slackApiUrl, '/')
  const botToken = await readToken(ctx.config.slackBotToken, 'SLACK_BOT_TOKEN')
  const appToken = await readToken(ctx.config.slackAppToken, 'SLACK_APP_TOKEN')
  const stopped = new AbortController()
  const ended = AbortSignal.any([signal, stopped.signal])
  const api = new SlackApi({ url, token: botToken, signal: ended })
  const patience = { log: ctx.log, signal: ended }
  const self = await untilThere(patience, () => whoAmI(api))
  if (!self) return
  const source = `slack:${self.teamId}`
  const holder = `${workerId}-bridge-${process.pid}`
  const lease = { duty: `bridge:${realm.id}:${source}`, holder, seconds: leaseSeconds }
  if (!(await untilThere(patience, () => untilLeased(ctx, lease, ended)))) return
  let failure: unknown
  const stop = (error?: unknown): void => {
    failure ??= error
    stopped.abort()
  }
  const kept = ctx.db.keepLease(renewalOfLease(lease), renewPauseMs, {
    onLost: () => stop(new BridgeLostError()),
    onError: (error) => ctx.log.warn({ err: error }, 'could not keep the lease of a bridge'),
  })
  try {
    const parley = new ParleySide(ctx, realm, source, lease, options.people)
    const people = new SlackPeople(parley, api, self.teamId)
    const ready = await untilThere(patience, async () => {
      const botId = await options.botFor(source)
      const row = await ensureBridge(ctx.db.query, parley.scope, botId)
      const channels = await setUpChannels({ parley, api, people, botId }, options.channels)
      await people.claimPlaceholders()
      return { row, channels }
    })
    if (ready) {
      const { row, channels } = ready
      const token = { token: botToken, signal: ended }
      const files = new SlackFiles(parley, people, { ...token, ...hostOfFiles(url) })
      const bridge: SlackBridge = { parley, api, self, people, files, channels }
      const appApi = new SlackApi({ url, token: appToken, signal: ended })
      ctx.log.info({ source, channels: [...channels.keys()] }, 'bridging')
      await Promise.all([
        new Inward(bridge, appApi, ended).run().catch(stop),
        new Outward(bridge, row, ended).run().catch(stop),
      ])
    }
    if (signal.aborted) await noteBridgeEnd(ctx.db.query, parley.scope)
  } catch (error) {
    failure ??= ended.aborted ? undefined : error
  } finally {
    stop()
    kept.release()
    await releaseLease(ctx.db.query, lease, undefined)
  }
  if (failure !== undefined && !signal.aborted) throw asError(failure)
}

const pause = { firstMs: 1_000, longestMs: 60_000 }

/**
 * Repeats work while Slack or a store is away: a process that stands by may take over in an outage.
 * @returns undefined if the signal aborts
 * @throws any other failure
 */
async function untilThere<T>(
  { log, signal }: { log: BridgeContext['log']; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof SlackAwayError || isStoreAway(error))) throw error
      log.warn({ err: error }, 'a bridge waits until Slack and the stores answer')
      await delay(growing(failures, pause), undefined, { signal }).catch(() => undefined)
    }
  }
  return undefined
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error('The bridge ended.', { cause: failure })
}

/** The host of files, which alone gets the token with requests for them. */
function hostOfFiles(url: string): { host: string; protocol: 'https:' | 'http:' } {
  const { host, protocol } = new URL(url)
  if (host === 'slack.com') return { host: 'files.slack.com', protocol: 'https:' }
  return { host, protocol: protocol === 'http:' ? 'http:' : 'https:' }
}

async function readToken(setting: string | undefined, name: string): Promise<string> {
  if (setting === undefined) throw new BadRequestError(`Set ${name}: docs/bridging.md shows how.`)
  const token = setting.startsWith('/') ? (await readFile(setting, 'utf8')).trim() : setting
  if (!/^x[a-z]+-[A-Za-z0-9-]+$/.test(token))
    throw new BadRequestError(`${name} is no token of Slack.`)
  return token
}

async function whoAmI(api: SlackApi): Promise<SlackBridge['self']> {
  const answer = await api.call('auth.test')
  const self = {
    ...{ teamId: textOf(answer, 'team_id'), userId: textOf(answer, 'user_id') },
    botId: textOf(answer, 'bot_id'),
  }
  if (self.teamId === '' || self.botId === '') {
    throw new BadRequestError('SLACK_BOT_TOKEN is not the token of a bot.')
  }
  return self
}

/** Waits for the lease. @returns false if the signal came first */
async function untilLeased(
  { db, clock, log }: BridgeContext,
  lease: { duty: string; holder: string; seconds: number },
  signal: AbortSignal,
): Promise<boolean> {
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    if (await takeLease(db.query, lease, clock.now())) return true
    if (isFirst) log.info({ duty: lease.duty }, 'another process runs the bridge; standing by')
    await delay(standByMs, undefined, { signal }).catch(() => undefined)
  }
  return false
}
