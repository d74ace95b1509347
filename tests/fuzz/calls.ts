import { present } from '../support/checked'
import type { Random } from '../support/random'
import { headersOf } from './cast'
import type { Caller } from './cast'
import { meaningOf, valuesTogether } from './meanings'
import type { Moment } from './meanings'
import { mutate } from './mutations'
import type { Draft } from './mutations'
import { otherNameOf } from './operations'
import type { Operation } from './operations'
import { webhookHeaders } from './payloads'
import type { Payloads } from './payloads'
import { encodeText } from './request'
import type { Call } from './request'
import { fittingValue } from './values'
import type { World } from './world'

/** A call with the facts needed to check its answer. */
export interface Attempt {
  call: Call
  /** The requested operation; absent if the spoiled request has no certain one. */
  operation?: Operation | undefined
  caller: Caller
}

/** Weights of operations, default 1: expensive calls, and calls that create much, have less. */
const weights: Readonly<Record<string, number>> = {
  'POST /api/v1/messages': 6,
  'GET /api/v1/messages': 4,
  'PATCH /api/v1/messages/{message_id}': 4,
  'POST /api/v1/messages/render': 3,
  'GET /api/v1/events': 3,
  'POST /api/v1/register': 0.7,
  'POST /api/v1/external/{integration_name}': 4,
  // Password checks are expensive on purpose.
  'POST /api/v1/fetch_api_key': 0.02,
  'POST /json/session': 0.02,
  'POST /json/fetch_api_key': 0.02,
  'POST /api/v1/users': 0.03,
  'PATCH /api/v1/settings': 0.5,
  'PATCH /api/v1/settings/display': 0.3,
  'PATCH /api/v1/settings/notifications': 0.3,
  // Pictures are expensive as well.
  'POST /api/v1/users/me/avatar': 0.15,
  'POST /api/v1/realm/emoji/{emoji_name}': 0.15,
  'DELETE /api/v1/users/me': 0.03,
  'DELETE /api/v1/users/{user_id}': 0.1,
  'PATCH /api/v1/users/{user_id}': 0.5,
  'POST /api/v1/users/{user_id}/reactivate': 0.5,
  'POST /api/v1/users/me/api_key/regenerate': 0.1,
  'DELETE /api/v1/streams/{stream_id}': 0.1,
  'PATCH /api/v1/realm': 0.3,
  // No other call would work afterwards.
  'POST /api/v1/realm/deactivate': 0,
  'DELETE /api/v1/users/{user_id}/sessions': 0.1,
  'POST /api/v1/bots': 0.1,
  'POST /api/v1/user_groups/create': 0.4,
  'DELETE /api/v1/user_groups/{user_group_id}': 0.2,
  'POST /api/v1/user_groups/{user_group_id}/deactivate': 0.2,
  'POST /api/v1/realm/filters': 0.3,
  'POST /api/v1/users/me/subscriptions': 0.7,
  'GET /api/v1/events/stream': 0.3,
}

/** Average number of optional arguments, for operations with many. */
const argumentsAtOnce = 3
const shareOfSpoiled = 0.35

/** Weights of callers. */
const callerWeights: Readonly<Record<string, number>> = {
  ...{ olivia: 20, adam: 16, mia: 26, max: 10, gus: 5, gwen: 5 },
  ...{
    helper: 5,
    hook: 1,
    service: 1,
    dora: 1,
    nobody: 2,
    impostor: 1,
    lost: 1,
    foreigner: 3,
    stray: 1,
  },
}

const forManagers =
  /realm\/(filters|linkifiers|emoji)|PATCH \/api\/v1\/realm$|(POST|PATCH|DELETE|reactivate).*\/users(\/\{user_id\})?|default_streams|(PATCH|DELETE) \/api\/v1\/streams|delete_topic/

/** Makes calls of the operations of the OpenAPI document. */
export class CallMaker {
  private readonly operations: Weighted<Operation>
  private readonly callers: Weighted<Caller>
  private readonly byName: ReadonlyMap<string, Caller>

  constructor(
    private readonly all: readonly Operation[],
    callers: readonly Caller[],
    readonly world: World,
    private readonly payloads: Payloads,
  ) {
    this.operations = new Weighted(all, ({ name }) => weights[name] ?? 1)
    this.callers = new Weighted(callers, ({ name }) => callerWeights[name] ?? 1)
    this.byName = new Map(callers.map((caller) => [caller.name, caller]))
  }

  /** A call of any operation by any caller, mostly a valid one. */
  any(random: Random): Attempt {
    const operation = this.operations.pick(random)
    const caller = this.callerOf(random, operation)
    const draft = this.draft(random, operation, caller)
    if (random.chance(shareOfSpoiled)) mutate(random, draft, this.all)
    const call = finish(draft, caller)
    return { call, operation: isStill(operation, draft) ? operation : undefined, caller }
  }

  /** A valid call, with some arguments given. */
  fitting(
    random: Random,
    name: string,
    caller: Caller,
    given: Record<string, unknown> = {},
  ): Attempt | undefined {
    const operation = this.all.find((each) => each.name === name)
    if (!operation) return undefined
    return {
      call: finish(this.draft(random, operation, caller, given), caller),
      operation,
      caller,
    }
  }

  caller(name: string): Caller {
    return present(this.byName.get(name))
  }

  /** A caller with most permissions. */
  somebody(random: Random): Caller {
    return this.caller(random.pick(['olivia', 'adam', 'mia', 'mia', 'max']))
  }

  private callerOf(random: Random, { name }: Operation): Caller {
    if (random.chance(0.85)) {
      if (name.includes('bot_storage')) return this.caller('helper')
      if (forManagers.test(name)) return this.caller(random.pick(['olivia', 'adam']))
    }
    return this.callers.pick(random)
  }

  private draft(
    random: Random,
    operation: Operation,
    caller: Caller,
    given: Record<string, unknown> = {},
  ): Draft {
    const moment: Moment = { random, world: this.world, caller: caller.name }
    const values = { ...valuesTogether(operation.name, moment), ...given }
    const draft: Draft = {
      operation,
      method: operation.method,
      path: new Map(),
      query: [],
      form: [],
      body: undefined,
      headers: headersOf(caller),
    }
    const args = operation.args.filter((argument) => {
      // One name of an argument suffices; spoiled calls try two.
      const other = otherNameOf(argument)
      return other === undefined || argument.name in values
    })
    const optional = args.filter(({ isRequired }) => !isRequired).length
    const share = Math.min(0.3, argumentsAtOnce / Math.max(optional, 1))
    const isWithOptional = random.chance(0.6)
    for (const { name, place, schema, isJson, isRequired } of args) {
      const isGiven = name in values
      if (!isGiven && !isRequired && !(isWithOptional && random.chance(share))) continue
      const byName = (member: string): unknown => meaningOf(member, moment)
      const value = isGiven ? values[name] : (byName(name) ?? fittingValue(random, schema, byName))
      if (value === undefined) continue
      const text = isJson || typeof value !== 'string' ? JSON.stringify(value) : value
      if (place === 'path') draft.path.set(name, text)
      else draft[place].push({ name, text })
    }
    this.addBody(random, draft)
    return draft
  }

  private addBody(random: Random, draft: Draft): void {
    const { operation } = draft
    if (operation.takesFile) {
      draft.body = { kind: 'multipart', fields: [], file: this.payloads.file(random) }
    }
    if (operation.auth !== 'key') return
    const key = this.world.hooks.pick(random)
    if (key !== undefined) draft.query.push({ name: 'api_key', text: key })
    draft.headers.push(...webhookHeaders(random))
    const payload = this.payloads.webhook(random, draft.path.get('integration_name') ?? '')
    draft.body = { kind: 'bytes', type: 'application/json', bytes: Buffer.from(payload) }
  }
}

/** Whether a spoiled call still requests its original operation. */
function isStill(operation: Operation, draft: Draft): boolean {
  const { operation: spoiled, method, form, body, path } = draft
  const fields = body && 'fields' in body ? [...form, ...body.fields] : form
  const isOverridden = fields.some(({ name }) => name === 'method')
  // An empty part makes another address.
  const hasEmptyPart = [...path.values()].includes('')
  const isSame = spoiled === operation && method === operation.method
  return isSame && !isOverridden && !hasEmptyPart
}

function finish(draft: Draft, caller: Caller): Call {
  const { operation, method, path, query, form, body, headers } = draft
  const isWithForm = form.length > 0 || draft.body !== undefined
  return {
    operation: operation.name,
    method,
    path: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeText(path.get(name) ?? 'none'),
    ),
    query,
    body: body ?? (isWithForm ? { kind: 'form', fields: form } : undefined),
    headers,
    caller: caller.name,
  }
}

/** Picks items by weight. */
class Weighted<Thing> {
  private readonly sums: number[] = []
  private readonly total: number

  constructor(
    private readonly things: readonly Thing[],
    weightOf: (thing: Thing) => number,
  ) {
    let sum = 0
    for (const thing of things) this.sums.push((sum += weightOf(thing)))
    this.total = sum
  }

  pick(random: Random): Thing {
    const at = random.next() * this.total
    return this.things[this.sums.findIndex((sum) => at < sum)] as Thing
  }
}
