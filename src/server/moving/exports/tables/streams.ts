import { isStreamExported } from '../../../data/exports/scope'
import {
  endOfUsers,
  largeConversations,
  readPeriods,
  rowsOfUsers,
} from '../../../data/exports/tables'
import type { SubscriptionRow } from '../../../data/schema'
import { huddleRow, recipientRow, seconds, streamRow, subscriptionRow } from '../writing/rows'
import type { ArchiveRow } from '../writing/rows'
import type { ExportJob, Tables } from '../writing/write-tables'
import { allUsers, exportedStreams, filterRows, mapRows, sourceOf } from './sources'

/** Streams, private conversations, and their subscriptions. */
export function streamTables(job: ExportJob): Tables {
  const { realm, numbering, scope } = job
  const source = sourceOf(job)
  return {
    zerver_stream: mapRows(exportedStreams(job), (stream) => streamRow(stream, numbering)),
    zerver_defaultstream: mapRows(
      filterRows(exportedStreams(job), (stream) => stream.is_default && !stream.deactivated_at),
      (stream) => ({ id: stream.id, realm: realm.id, stream: stream.id }),
    ),
    zerver_recipient: recipients(job),
    zerver_huddle: mapRows(largeConversations(source, scope), huddleRow),
    zerver_subscription: subscriptions(job),
    zerver_realmauditlog: periods(job),
  }
}

async function* recipients(job: ExportJob): AsyncGenerator<ArchiveRow> {
  const source = sourceOf(job)
  for await (const user of allUsers(job)) yield recipientRow('person', user)
  for await (const stream of exportedStreams(job)) yield recipientRow('stream', stream)
  for await (const group of largeConversations(source, job.scope)) {
    yield recipientRow('group', group)
  }
}

/** The reference also has subscriptions for people and for the members of private conversations. */
async function* subscriptions(job: ExportJob): AsyncGenerator<ArchiveRow> {
  const { scope, numbering } = job
  const source = sourceOf(job)
  const next = () => numbering.next('subscription')
  const inactive = new Set<number>()
  for await (const user of allUsers(job)) {
    if (user.deactivated_at) inactive.add(user.id)
    yield subscriptionRow(next(), user.id, user.recipient_id)
  }
  const consenting = new Set(scope.kind === 'consented' ? scope.userIds : [])
  const rows = rowsOfUsers<SubscriptionRow>(
    source,
    'subscriptions',
    isStreamExported(scope, 'stream_id'),
  )
  for await (const row of rows) {
    const recipient = job.streamRecipients.get(row.stream_id)
    if (recipient === undefined) continue
    const isGiven = scope.kind === 'whole' || consenting.has(row.user_id)
    if (!isGiven && !row.active) continue
    yield subscriptionRow(next(), row.user_id, recipient, {
      ofStream: isGiven ? row : undefined,
      isUserActive: !inactive.has(row.user_id),
    })
  }
  for await (const group of largeConversations(source, scope)) {
    for (const userId of group.member_ids) yield subscriptionRow(next(), userId, group.recipient_id)
  }
}

const subscribed = { first: 301, again: 302, ended: 303 } as const

/**
 * Periods of subscriptions, in message ids, as the reference reads them from its audit log.
 * Source: docs/protocol/import.md#table-realmauditlog.
 */
async function* periods(job: ExportJob): AsyncGenerator<ArchiveRow> {
  const { realm, scope, numbering } = job
  const source = sourceOf(job)
  const condition = isStreamExported(scope, 'stream_id')
  const next = () => numbering.next('realmauditlog')
  for (let after = 0; ;) {
    const end = await endOfUsers(source, after)
    if (end === undefined) return
    for (const period of await readPeriods(source, condition, { after, end })) {
      const common = {
        realm: realm.id,
        acting_user: null,
        modified_user: period.user_id,
        modified_stream: period.stream_id,
        extra_data: {},
      }
      yield {
        id: next(),
        ...common,
        event_type: period.is_first ? subscribed.first : subscribed.again,
        event_time: seconds(period.began_at),
        event_last_message_id: period.from_message_id,
      }
      if (period.to_message_id === null || !period.ended_at) continue
      yield {
        id: next(),
        ...common,
        event_type: subscribed.ended,
        event_time: seconds(period.ended_at),
        event_last_message_id: period.to_message_id,
      }
    }
    after = end
  }
}
