import type { IntegrationFacts } from './state/integrations'
import type { AppContext } from '../../../context'
import type { RegisteredQueue } from '../../../events/queues'
import type { Requester } from '../../rules/authentication'
import { isMailOn } from '../../notify/mail/enqueue'
import { AuthenticationError, NotAuthorizedForQueryError } from '../../rules/errors'
import { isGuest } from '../../../../shared/rules/roles'
import { buildRegistration, resolveFetchTypes } from './registration'
import type { QueueArguments } from './registration'
import type { PreparedJson } from '../../../wire/prepared-json'
import { readInitialState, containsAccount } from './state'
import { openStateReads } from './state/request'

export interface OpenedQueue extends RegisteredQueue {
  /** The requester's account, read after the registration. */
  account: Requester
}

/**
 * Registers a queue, then reads the account again. Changes before the registration are then in the
 * account, and changes after it arrive in the queue.
 *
 * @param tellsOfAccount whether the answer contains data of the account
 * @throws BadRequestError, NotAuthorizedForQueryError for invalid or forbidden arguments
 * @throws AuthenticationError if the account lost access meanwhile; its queues are deleted then
 */
export async function openQueue(
  ctx: Pick<AppContext, 'config' | 'events' | 'caches' | 'metrics'>,
  requester: Requester,
  args: QueueArguments,
  tellsOfAccount = false,
): Promise<OpenedQueue> {
  const registration = buildRegistration(requester, args, ctx.config.queueLifespanSeconds)
  const queue = await ctx.events.register(registration)
  ctx.metrics.queuesRegistered.inc()

  const account = await accountSince(ctx, requester, tellsOfAccount)
  // Revoking access deletes the existing queues, but this one may have been registered right after.
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
 * The account, read after the registration. The cached account shows lost access reliably, because revoking access
 * invalidates all caches before it deletes queues. Other events may be relayed by another worker before this cache
 * is invalidated, so a client that gets data of the account needs a fresh read.
 */
async function accountSince(
  { caches }: Pick<AppContext, 'caches'>,
  requester: Requester,
  tellsOfAccount: boolean,
): Promise<Requester | undefined> {
  if (!tellsOfAccount && caches.requesters.isCurrent(requester)) return requester
  const { realm_id: realmId, id: userId, namedKey } = requester
  const account = await caches.sharedReads.account({ realmId, userId })
  // Calls share the account, whatever they were authenticated by.
  return account && namedKey ? { ...account, namedKey } : account
}

export interface RegisterArguments extends QueueArguments {
  /** Types of initial state to answer; undefined = same as `eventTypes`. */
  fetchEventTypes?: readonly string[] | undefined
  /** Capabilities that the client declares, by name. */
  capabilities: Readonly<Record<string, unknown>>
  /** Whether to key presences by user id instead of email. */
  slimPresence: boolean
  /** Max age in days of the answered presences; undefined = the default. */
  presenceHistoryDays?: number | undefined
  /** Integrations of incoming webhooks; default none. */
  integrations?: readonly IntegrationFacts[]
  /** URL of this server as the client sees it: `https://chat.example.com`. */
  origin: string
}

export interface RegisteredState {
  queueId: string
  lastEventId: number
  /** Members of the response for the requested fetch types. */
  state: PreparedJson
}

/**
 * Registers an event queue and answers the initial state. The queue is created before the state is
 * read, so a concurrent change can be in both, but is never in neither.
 *
 * @throws see {@link openQueue}
 * @throws WorkerFullError if the worker could not park a poll of the new queue
 * Sources: docs/protocol/contract.md#post-register, docs/protocol/register.md#state.
 */
export async function registerQueue(
  ctx: Pick<
    AppContext,
    'clock' | 'config' | 'db' | 'events' | 'caches' | 'metrics' | 'pollSlots' | 'presence' | 'web'
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
    containsAccount(fetchTypes),
  )
  const state = await readInitialState(fetchTypes, (own) => ({
    account,
    origin: args.origin,
    externalHost: ctx.config.externalHost,
    maxFileUploadMib: ctx.config.maxFileUploadMib,
    webVersion: ctx.web.servedVersion,
    uploadQuotaMib: ctx.config.uploadQuotaMib,
    passwordMinLength: ctx.config.passwordMinLength,
    passwordMinGuesses: ctx.config.passwordMinGuesses,
    jitsiServerUrl: ctx.config.jitsiServerUrl ?? null,
    pushConfig: ctx.config,
    linkPreviews: ctx.config.linkPreviews,
    giphyApiKey: ctx.config.giphyApiKey,
    sendsMail: isMailOn(ctx),
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
