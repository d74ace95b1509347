import type { AppContext } from '../../context'
import type { Requester } from '../authentication'
import type { PreparedJson } from '../../wire/prepared-json'
import { resolveFetchTypes } from './event-types'
import { openQueue } from './open-queue'
import type { QueueArguments } from './registration'
import { readInitialState } from './state'
import { openStateReads } from './state-reads'

export interface RegisterArguments extends QueueArguments {
  /** undefined = as eventTypes. */
  fetchEventTypes?: readonly string[] | undefined
  /** What the client says that it can deal with, by name. */
  capabilities: Readonly<Record<string, unknown>>
  /** Presences keyed by user id instead of email. */
  slimPresence: boolean
  /** Presences of people who were there in these days; undefined = as usual. */
  presenceHistoryDays?: number | undefined
  /** This server as the client sees it: `https://chat.example.com`. */
  origin: string
}

export interface RegisteredState {
  queueId: string
  lastEventId: number
  /** Members of the response, by fetch type asked for. */
  state: PreparedJson
}

/**
 * Registers an event queue and answers the state it starts from. The queue exists before the
 * state is read: a change that happens meanwhile is in both, and none is in neither.
 *
 * @throws see {@link openQueue}
 * @throws WorkerFullError when there would be no room to wait for its events
 * Source: API document, "POST /api/v1/register"; protocol notes 4.2, 4.3; client notes 6.
 */
export async function registerQueue(
  ctx: Pick<
    AppContext,
    | 'accounts'
    | 'clock'
    | 'config'
    | 'db'
    | 'events'
    | 'metrics'
    | 'pollSlots'
    | 'presence'
    | 'realmMemory'
  >,
  requester: Requester,
  args: RegisterArguments,
): Promise<RegisteredState> {
  ctx.pollSlots.refuseIfWorkerFull()
  const { queueId, lastEventId, account } = await openQueue(ctx, requester, args)
  const fetchTypes = resolveFetchTypes(args.fetchEventTypes, args.eventTypes)
  const state = await readInitialState(fetchTypes, (own) => ({
    ...openStateReads(ctx, account, own),
    now: ctx.clock.now(),
    account,
    origin: args.origin,
    externalHost: ctx.config.externalHost,
    maxFileUploadMib: ctx.config.maxFileUploadMib,
    includeSubscribers: args.includeSubscribers,
    clientGravatar: args.clientGravatar,
    can: (capability) => args.capabilities[capability] === true,
    slimPresence: args.slimPresence,
    presence: ctx.presence,
    presenceHistoryDays: args.presenceHistoryDays,
  }))
  return { queueId, lastEventId, state }
}
