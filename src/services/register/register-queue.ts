import type { IntegrationFacts } from './state/integrations'
import type { AppContext } from '../../context'
import type { RegisteredQueue } from '../../events/queues'
import type { Requester } from '../authentication'
import { AuthenticationError, NotAuthorizedForQueryError } from '../errors'
import { isGuest } from '../permissions'
import { buildRegistration, resolveFetchTypes } from './registration'
import type { QueueArguments } from './registration'
import type { PreparedJson } from '../../wire/prepared-json'
import { readInitialState, tellsOfAccount } from './state'
import { openStateReads } from './state/request'

export interface OpenedQueue extends RegisteredQueue {
  /** The requester's account as it is now that the queue exists. */
  account: Requester
}

/**
 * Registers a queue, then looks at the account again: what changed since the call was
 * authenticated is then in the account, and what changes from now on is in the queue.
 *
 * @param tellsOfAccount whether the client is told what stands in the account
 * @throws BadRequestError, NotAuthorizedForQueryError for arguments that cannot be served
 * @throws AuthenticationError when the account lost access meanwhile; no queue of it is left
 */
export async function openQueue(
  ctx: Pick<AppContext, 'config' | 'events' | 'memory' | 'metrics'>,
  requester: Requester,
  args: QueueArguments,
  tellsOfAccount = false,
): Promise<OpenedQueue> {
  const registration = buildRegistration(requester, args, ctx.config.queueLifespanSeconds)
  const queue = await ctx.events.register(registration)
  ctx.metrics.queuesRegistered.inc()

  const account = await accountSince(ctx, requester, tellsOfAccount)
  // Whoever takes access away deletes the queues there are; this one may have come a moment later.
  if (!account || account.deactivated_at || account.realm_deactivated_at) {
    await ctx.events.deleteAllOf(registration)
    throw new AuthenticationError('Account is deactivated', 'USER_DEACTIVATED')
  }
  if (registration.receivesPublicStreams && isGuest(account)) {
    await ctx.events.delete(queue.queueId, registration)
    throw new NotAuthorizedForQueryError()
  }
  return { account, ...queue }
}

/**
 * The account as it is after the queue was registered. The one that is remembered says who has lost access, for that
 * is forgotten everywhere before their queues go. Events do not wait for that where another worker relays them
 * meanwhile; so whoever is told of the account has it read.
 */
async function accountSince(
  { memory }: Pick<AppContext, 'memory'>,
  requester: Requester,
  tellsOfAccount: boolean,
): Promise<Requester | undefined> {
  if (!tellsOfAccount && memory.requesters.isCurrent(requester)) return requester
  return memory.sharedReads.account({ realmId: requester.realm_id, userId: requester.id })
}

export interface RegisterArguments extends QueueArguments {
  /** Types of initial state wanted; undefined = as eventTypes. */
  fetchEventTypes?: readonly string[] | undefined
  /** Capabilities that the client declares, by name. */
  capabilities: Readonly<Record<string, unknown>>
  /** Presences keyed by user id instead of email. */
  slimPresence: boolean
  /** Presences of people who were there in these days; undefined = as usual. */
  presenceHistoryDays?: number | undefined
  /** Kinds of incoming webhooks; none unless given. */
  integrations?: readonly IntegrationFacts[]
  /** Address of this server as the client sees it: `https://chat.example.com`. */
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
 * Sources: docs/protocol/contract.md#post-register, docs/protocol/register.md#state.
 */
export async function registerQueue(
  ctx: Pick<
    AppContext,
    'clock' | 'config' | 'db' | 'events' | 'memory' | 'metrics' | 'pollSlots' | 'presence' | 'web'
  >,
  requester: Requester,
  args: RegisterArguments,
): Promise<RegisteredState> {
  ctx.pollSlots.refuseIfWorkerFull()
  const fetchTypes = resolveFetchTypes(args.fetchEventTypes, args.eventTypes)
  const { queueId, lastEventId, account } = await openQueue(
    ctx,
    requester,
    args,
    tellsOfAccount(fetchTypes),
  )
  const state = await readInitialState(fetchTypes, (own) => ({
    now: ctx.clock.now(),
    account,
    origin: args.origin,
    externalHost: ctx.config.externalHost,
    maxFileUploadMib: ctx.config.maxFileUploadMib,
    webVersion: ctx.web.servedVersion,
    uploadQuotaMib: ctx.config.uploadQuotaMib,
    passwordMinLength: ctx.config.passwordMinLength,
    passwordMinGuesses: ctx.config.passwordMinGuesses,
    jitsiServerUrl: ctx.config.jitsiServerUrl ?? null,
    giphyApiKey: ctx.config.giphyApiKey,
    includeSubscribers: args.includeSubscribers,
    clientGravatar: args.clientGravatar,
    can: (capability) => args.capabilities[capability] === true,
    slimPresence: args.slimPresence,
    presence: ctx.presence,
    presenceHistoryDays: args.presenceHistoryDays,
    integrations: args.integrations ?? [],
    // Last: see docs/decisions/0009-short-path.md.
    ...openStateReads(ctx, account, own),
  }))
  return { queueId, lastEventId, state }
}
