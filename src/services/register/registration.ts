import type { Registration } from '../../events/queues'
import { clientCapabilities, queueIsOperands } from '../../wire/events'
import type { NarrowTerm } from '../../wire/events'
import type { Requester } from '../authentication'
import { BadRequestError, NotAuthorizedForQueryError } from '../errors'
import { sizeLimits } from '../limits'
import { checkText, readTerms } from '../narrow/written-terms'
import type { WrittenTerm } from '../narrow/written-terms'
import { isGuest } from '../permissions'

/**
 * Event types as the contract spells them, where the wire has another word.
 * Sources: docs/protocol/decided-conflicts.md#subscription-type,
 * docs/protocol/decided-conflicts.md#messages-alias.
 */
const aliases: ReadonlyMap<string, string> = new Map([
  ['messages', 'message'],
  ['subscriptions', 'subscription'],
])

/** Resolves aliases and drops repetitions. Unknown names stay: they match nothing. */
function resolveEventTypes(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => aliases.get(name) ?? name))]
}

/**
 * Whether a client that asked for these expects the spelling of the contract back.
 * Source: docs/protocol/decided-conflicts.md#subscription-type.
 */
export function spellsSubscriptions(names: readonly string[]): boolean {
  return names.includes('subscriptions') && !names.includes('subscription')
}

/**
 * Fetch types that the initial state is made of; undefined = everything.
 * Sources: docs/protocol/contract.md#post-register,
 * docs/protocol/decided-conflicts.md#null-filters.
 */
export function resolveFetchTypes(
  fetchEventTypes: readonly string[] | undefined,
  eventTypes: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  const names = fetchEventTypes ?? eventTypes
  return names && new Set(resolveEventTypes(names))
}

/** Operators of a narrow, by what clients call them now and will later. */
const operators: ReadonlyMap<string, NarrowTerm['operator']> = new Map([
  ['stream', 'stream'],
  ['channel', 'stream'],
  ['topic', 'topic'],
  ['subject', 'topic'],
  ['sender', 'sender'],
  ['from', 'sender'],
  ['is', 'is'],
])

/** What a queue can tell of a message when it arrives. */
const isOperands = new Set<string>(queueIsOperands)

/**
 * The terms of the narrow of a queue, which looks at each event by itself and knows few operators.
 * Shapes are examined before operators.
 *
 * @throws BadRequestError worded as docs/protocol/requests.md#wordings says
 * Sources: docs/protocol/decided-conflicts.md#narrow-forms, docs/protocol/event-queues.md#narrow.
 */
export function parseNarrow(narrow: readonly unknown[]): NarrowTerm[] {
  const written = readTerms(narrow).map((term) => ({
    ...term,
    operand: operandOf(term.operand, term.operandPlace),
  }))
  return written.map(toTerm)
}

/** An operand as written: text, or a number, of which only the operator knows whether it makes sense. */
function operandOf(value: unknown, place: string): string | number {
  return Number.isSafeInteger(value) ? (value as number) : checkText(value, place)
}

function toTerm({ operator: name, operand, operandPlace, negated }: WrittenTerm): NarrowTerm {
  const operator = operators.get(name)
  if (!operator) throw new BadRequestError(`Operator ${name} not supported.`)
  const takesId = operator === 'stream' || operator === 'sender'
  const checked = takesId ? (operand as string | number) : checkText(operand, operandPlace)
  if (operator === 'is' && !isOperands.has(String(checked))) {
    throw new BadRequestError(`Operator is with operand ${checked} not supported.`)
  }
  return { operator, operand: checked, negated }
}

/**
 * Longest that a queue may live without being polled.
 * Source: docs/protocol/event-queues.md#lifespan-maximum.
 */
export const maxLifespanSeconds = 604_800

/** Arguments about the queue that a client wants, however it registers. */
export interface QueueArguments {
  /** Name of the client program. */
  clientName: string
  /** Event types wanted; undefined = all. */
  eventTypes?: readonly string[] | undefined
  /** The narrow as the client wrote it. */
  narrow?: readonly unknown[] | undefined
  /** Whether messages of all public streams are wanted; undefined = the account's own default. */
  allPublicStreams?: boolean | undefined
  applyMarkdown: boolean
  clientGravatar: boolean
  includeSubscribers: boolean
  /** Capabilities that the client declares, by name. */
  capabilities?: Readonly<Record<string, unknown>> | undefined
  /** Lifespan of the queue; 0 = the default. */
  lifespanSeconds: number
}

/**
 * The registration that a client's arguments mean.
 *
 * @throws BadRequestError for a narrow that is not one
 * @throws NotAuthorizedForQueryError for a guest who asks for all public streams
 * Sources: docs/protocol/event-queues.md#arguments, docs/protocol/event-queues.md#narrow,
 * docs/protocol/event-queues.md#all-public-streams.
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
    clientName: [...args.clientName].slice(0, sizeLimits.clientNameCharacters).join(''),
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
