import type { AppContext } from '../../context'
import type { Requester } from '../authentication'
import { resolveFetchTypes } from './event-types'
import { openQueue } from './open-queue'
import type { QueueArguments } from './registration'
import { readInitialState } from './state'

export interface RegisterArguments extends QueueArguments {
  /** undefined = as eventTypes. */
  fetchEventTypes?: readonly string[] | undefined
  /** What the client says that it can deal with, by name. */
  capabilities: Readonly<Record<string, unknown>>
  /** This server as the client sees it: `https://chat.example.com`. */
  origin: string
}

export interface RegisteredState {
  queueId: string
  lastEventId: number
  /** Members of the response, by fetch type asked for. */
  state: Record<string, unknown>
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
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'events' | 'metrics' | 'pollSlots'>,
  requester: Requester,
  args: RegisterArguments,
): Promise<RegisteredState> {
  ctx.pollSlots.refuseIfWorkerFull()
  const { queueId, lastEventId, account } = await openQueue(ctx, requester, args)
  const fetchTypes = resolveFetchTypes(args.fetchEventTypes, args.eventTypes)
  const state = await readInitialState(fetchTypes, {
    db: ctx.db.query,
    sharedReads: ctx.db.sharedReads,
    now: ctx.clock.now(),
    account,
    origin: args.origin,
    externalHost: ctx.config.externalHost,
    includeSubscribers: args.includeSubscribers,
    clientGravatar: args.clientGravatar,
    readsUserSettings: args.capabilities.user_settings_object === true,
  })
  return { queueId, lastEventId, state }
}
