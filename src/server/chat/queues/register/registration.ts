import type { Registration } from '../../../events/queues'
import { clientCapabilities, queueIsOperands } from '../../../../shared/events'
import type { NarrowTerm } from '../../../../shared/events'
import { meantTopic } from '../../../../shared/rules/empty-topics'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, NotAuthorizedForQueryError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { checkText, readTerms } from '../../access/narrow/written-terms'
import type { WrittenTerm } from '../../access/narrow/written-terms'
import { isGuest } from '../../../../shared/rules/roles'

/**
 * Event types of the contract that the wire spells differently.
 * Sources: docs/protocol/decided-conflicts.md#subscription-type,
 * docs/protocol/decided-conflicts.md#messages-alias.
 */
const aliases: ReadonlyMap<string, string> = new Map([
  ['messages', 'message'],
  ['subscriptions', 'subscription'],
])

/** Resolves aliases and removes duplicates. Unknown names stay and match nothing. */
function resolveEventTypes(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => aliases.get(name) ?? name))]
}

/**
 * Whether a client that asked for these types expects the contract's spelling in events.
 * Source: docs/protocol/decided-conflicts.md#subscription-type.
 */
function spellsSubscriptions(names: readonly string[]): boolean {
  return names.includes('subscriptions') && !names.includes('subscription')
}

/**
 * Fetch types of the initial state; undefined = everything.
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

/** Operators of a queue's narrow, by their older and newer names. */
const operators: ReadonlyMap<string, NarrowTerm['operator']> = new Map([
  ['stream', 'stream'],
  ['channel', 'stream'],
  ['topic', 'topic'],
  ['subject', 'topic'],
  ['sender', 'sender'],
  ['from', 'sender'],
  ['is', 'is'],
])

/** Operands of `is` that a queue can evaluate for a new message. */
const isOperands = new Set<string>(queueIsOperands)

/**
 * Parses the narrow of a queue. A queue evaluates each event by itself, so it supports few operators.
 * The shapes of all terms are checked before any operator.
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

/** An operand: text or a number; `toTerm` checks whether the operator takes a number. */
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
  return {
    operator,
    operand: operator === 'topic' ? meantTopic(String(checked)) : checked,
    negated,
  }
}

/**
 * Max lifespan of a queue that is not polled.
 * Source: docs/protocol/event-queues.md#lifespan-maximum.
 */
export const maxLifespanSeconds = 604_800

/** Arguments about the queue, common to all ways of registering. */
export interface QueueArguments {
  /** Name of the client program. */
  clientName: string
  /** Event types wanted; undefined = all. */
  eventTypes?: readonly string[] | undefined
  /** The narrow as the client wrote it. */
  narrow?: readonly unknown[] | undefined
  /** Whether to receive messages of all public streams; undefined = the account's default. */
  allPublicStreams?: boolean | undefined
  applyMarkdown: boolean
  clientGravatar: boolean
  includeSubscribers: boolean
  /** Capabilities that the client declares, by name. */
  capabilities?: Readonly<Record<string, unknown>> | undefined
  /** Lifespan of the queue in seconds; 0 = the default. */
  lifespanSeconds: number
}

/**
 * Builds the registration from a client's arguments.
 *
 * @throws BadRequestError for an invalid narrow
 * @throws NotAuthorizedForQueryError for a guest that asks for all public streams
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

/** A bot can have a default stream, to which its queues without a narrow are narrowed. */
function defaultNarrow(requester: Requester): NarrowTerm[] {
  const streamId = requester.default_events_register_stream_id
  return streamId === null ? [] : [{ operator: 'stream', operand: streamId, negated: false }]
}

/** Whether a queue receives messages of all public streams. Never for guests, even with a narrow. */
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
