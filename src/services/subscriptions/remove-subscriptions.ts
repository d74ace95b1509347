import type { AppContext } from '../../context'
import type { Tx } from '../../db/engine/database'
import type { StreamRow } from '../../db/schema'
import { listStreamsNamed } from '../../db/streams/streams'
import { listSubscribedStreamIds } from '../../db/streams/subscriptions'
import type { Requester } from '../authentication'
import { StreamsDoNotExistError, UncodedError } from '../errors'
import { isAdministrator } from '../permissions'
import { mayKnowStream } from '../stream-access'
import { checkStreamName } from '../texts'
import { accessPrincipals, checkSubscriptionCount } from './principals'
import type { Principal } from './principals'
import { unsubscribeUsers } from './unsubscribe'

export interface RemovedSubscriptions {
  /** One entry for each user and stream, not attributed to users. */
  removed: string[]
  notSubscribed: string[]
}

/**
 * Unsubscribes the requester, or principals, from streams: all of them or, when the call is
 * refused, none.
 *
 * @throws StreamsDoNotExistError when one does not exist, or is hidden from the requester
 * @throws UncodedError when somebody else is named and the requester is no administrator
 * @throws UnauthorizedPrincipalError, BadRequestError
 * Source: API document, "DELETE /api/v1/users/me/subscriptions"; protocol notes 3.3.
 */
export async function removeSubscriptions(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  streamNames: readonly string[],
  principals: readonly Principal[],
): Promise<RemovedSubscriptions> {
  const now = ctx.clock.now()
  return ctx.db.transaction((tx) =>
    removeSubscriptionsIn(tx, now, requester, streamNames, principals),
  )
}

/** The same as part of a transaction. */
export async function removeSubscriptionsIn(
  tx: Tx,
  now: Date,
  requester: Requester,
  streamNames: readonly string[],
  principals: readonly Principal[],
): Promise<RemovedSubscriptions> {
  checkMayUnsubscribe(requester, principals)
  const names = [...new Set(streamNames.map(checkStreamName))]
  checkSubscriptionCount(principals, names.length)
  const streams = await accessStreams(tx, requester, names)
  const users = await accessPrincipals(tx, requester, principals)
  const ended = await unsubscribeUsers(tx, now, requester.realm_id, { users, streams })

  const endedKeys = new Set(ended.map((key) => `${key.user_id}:${key.stream_id}`))
  const result: RemovedSubscriptions = { removed: [], notSubscribed: [] }
  for (const user of users) {
    for (const stream of streams) {
      const wasEnded = endedKeys.has(`${user.id}:${stream.id}`)
      ;(wasEnded ? result.removed : result.notSubscribed).push(stream.name)
    }
  }
  return result
}

/** A different spelling of one's own address counts as somebody else. */
function checkMayUnsubscribe(requester: Requester, principals: readonly Principal[]): void {
  const onlyOneself = principals.every(
    (principal) => principal === requester.email || principal === requester.id,
  )
  if (!onlyOneself && !isAdministrator(requester)) {
    throw new UncodedError('This action requires administrative rights')
  }
}

/** Each stream named, once, in the order of the request. */
async function accessStreams(
  tx: Tx,
  requester: Requester,
  names: readonly string[],
): Promise<StreamRow[]> {
  const found = await listStreamsNamed(tx, requester.realm_id, names)
  const own = new Set(await listSubscribedStreamIds(tx, requester.realm_id, requester.id))
  const known = new Map(
    [...found].filter(([, stream]) => mayKnowStream(requester, stream, own.has(stream.id))),
  )
  const [firstMissing, ...furtherMissing] = names.filter((name) => !known.has(name))
  if (firstMissing !== undefined) {
    throw new StreamsDoNotExistError([firstMissing, ...furtherMissing])
  }
  const streams = names.map((name) => known.get(name) as StreamRow)
  // Two spellings may name one stream.
  return [...new Map(streams.map((stream) => [stream.id, stream])).values()]
}
