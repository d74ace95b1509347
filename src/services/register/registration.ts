import type { Registration } from '../../events/queues'
import type { Requester } from '../authentication'
import { NotAuthorizedForQueryError } from '../errors'
import { limits } from '../limits'
import { isGuest } from '../permissions'
import { clientCapabilities } from '../../wire/events'
import type { NarrowTerm } from '../../wire/narrow'
import { resolveEventTypes, spellsSubscriptions } from './event-types'
import { parseNarrow } from './narrow'

/** Longest that a queue may live without being polled. Source: protocol notes 4.1. */
export const maxLifespanSeconds = 604_800

/** What a client says about the queue it wants, however it registers. */
export interface QueueArguments {
  /** Name of the client program. */
  clientName: string
  /** undefined = all. */
  eventTypes?: readonly string[] | undefined
  /** As the client wrote it. */
  narrow?: readonly unknown[] | undefined
  /** undefined = the account's own default. */
  allPublicStreams?: boolean | undefined
  applyMarkdown: boolean
  clientGravatar: boolean
  includeSubscribers: boolean
  /** What the client says that it can deal with, by name. */
  capabilities?: Readonly<Record<string, unknown>> | undefined
  /** 0 = the default. */
  lifespanSeconds: number
}

/**
 * The registration that a client's arguments mean.
 *
 * @throws BadRequestError for a narrow that is not one
 * @throws NotAuthorizedForQueryError for a guest who asks for all public streams
 * Source: protocol notes 4.2, 4.7, 4.8.
 */
export function buildRegistration(
  requester: Requester,
  args: QueueArguments,
  defaultLifespanSeconds: number,
): Registration {
  const narrow = parseNarrow(args.narrow ?? [])
  return {
    realmId: requester.realm_id,
    userId: requester.id,
    clientName: [...args.clientName].slice(0, limits.clientNameCharacters).join(''),
    eventTypes: args.eventTypes ? resolveEventTypes(args.eventTypes) : null,
    spellsSubscriptions: spellsSubscriptions(args.eventTypes ?? []),
    narrow: narrow.length > 0 ? narrow : defaultNarrow(requester),
    applyMarkdown: args.applyMarkdown,
    clientGravatar: args.clientGravatar,
    includeSubscribers: args.includeSubscribers,
    capabilities: clientCapabilities.filter((name) => args.capabilities?.[name] === true),
    receivesPublicStreams: receivesPublicStreams(requester, args.allPublicStreams, narrow),
    lifespanSeconds: Math.min(args.lifespanSeconds || defaultLifespanSeconds, maxLifespanSeconds),
  }
}

/** A bot may have a stream to which its queues are narrowed by themselves. */
function defaultNarrow(requester: Requester): NarrowTerm[] {
  const streamId = requester.default_events_register_stream_id
  return streamId === null ? [] : [{ operator: 'stream', operand: streamId, negated: false }]
}

/** Guests see only what they are subscribed to, whatever they ask for and whatever they narrow to. */
function receivesPublicStreams(
  requester: Requester,
  asked: boolean | undefined,
  narrow: readonly NarrowTerm[],
): boolean {
  if (isGuest(requester)) {
    if (asked) throw new NotAuthorizedForQueryError()
    return false
  }
  const isNarrowed = narrow.length > 0 || defaultNarrow(requester).length > 0
  return isNarrowed || (asked ?? requester.default_all_public_streams)
}
