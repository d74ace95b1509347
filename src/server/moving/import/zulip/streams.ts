import { streamPermissions } from '../../../../shared/stream-permissions'
import type {
  FolderRecord,
  GroupReference,
  StreamRecord,
  SubscriptionRecord,
  TopicPolicyRecord,
} from '../records'
import { optional, permissionsIn } from './groups'
import type { Groups } from './groups'
import { idIn, isTrue, keyIn, textIn, timeIn } from './rows'
import type { Row } from './rows'
import { rowsIn, rowsOfFile } from './tables'
import type { Tables } from './tables'

/** The permission to post as archives before 10 number it. */
const postPolicies: Readonly<Record<number, string>> = {
  1: 'role:everyone',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
}

/** Folders of streams, in their order; archives have them from 11 on. */
export function* folders(tables: Tables): Generator<FolderRecord> {
  const rows = [...rowsIn(tables, 'zerver_channelfolder')]
  for (const row of rows.sort((a, b) => Number(a['order'] ?? 0) - Number(b['order'] ?? 0))) {
    const key = keyIn(row, 'id')
    if (key === undefined) continue
    yield {
      ...{ kind: 'folder', key, name: textIn(row, 'name'), isArchived: isTrue(row, 'is_archived') },
      description: textIn(row, 'description'),
      ...optional('creatorKey', keyIn(row, 'creator')),
      ...optional('createdAt', timeIn(row, 'date_created')),
    }
  }
}

export function* streams(tables: Tables, groups: Groups): Generator<StreamRecord> {
  const defaults = new Set(
    rowsIn(tables, 'zerver_defaultstream').map((row) => keyIn(row, 'stream')),
  )
  for (const [index, row] of rowsIn(tables, 'zerver_stream').entries()) {
    const key = keyIn(row, 'id')
    if (key === undefined) {
      tables.remark({
        reason: 'Stream without an id',
        file: 'realm.json zerver_stream',
        line: index + 1,
      })
      continue
    }
    if (isTrue(row, 'is_web_public')) {
      const reason = 'Stream for people without an account: here it is for users'
      tables.remark({ reason, file: textIn(row, 'name') })
    }
    yield {
      kind: 'stream',
      key,
      // Archived streams of older archives have a mark before their name.
      name: textIn(row, 'name').replace(/^(?:[0-9a-f]{7,8})?!+DEACTIVATED:/, ''),
      description: textIn(row, 'description'),
      isPrivate: isTrue(row, 'invite_only'),
      hasSharedHistory: row['history_public_to_subscribers'] !== false,
      isArchived: isTrue(row, 'deactivated'),
      isDefault: defaults.has(key),
      permissions: permissionsOf(row, groups),
      ...optional('createdAt', timeIn(row, 'date_created')),
      ...optional('creatorKey', keyIn(row, 'creator')),
      ...optional('folderKey', keyIn(row, 'folder')),
      ...optional('retentionDays', idIn(row, 'message_retention_days')),
    }
  }
}

function permissionsOf(row: Row, groups: Groups): Record<string, GroupReference> {
  const named = permissionsIn(row, Object.keys(streamPermissions), groups.reference)
  const older = postPolicies[Number(row['stream_post_policy'])]
  const isOlder = named['can_send_message_group'] === undefined && older !== undefined
  return isOlder && older !== 'role:everyone' ? { ...named, can_send_message_group: older } : named
}

export async function* subscriptions(tables: Tables): AsyncGenerator<SubscriptionRecord> {
  const rows = rowsOfFile(tables.folder, 'realm.json', ['zerver_subscription'], tables.remark)
  for await (const { row, number } of rows) {
    const recipient = tables.recipients.get(idIn(row, 'recipient') ?? -1)
    const userKey = keyIn(row, 'user_profile')
    if (!recipient || userKey === undefined) {
      const file = 'realm.json zerver_subscription'
      tables.remark({ reason: 'Subscription without a recipient or user', file, line: number })
      continue
    }
    // People and conversations have subscriptions too, which mean nothing here.
    if (recipient.kind !== 'stream') continue
    const periods = tables.periods.get(`${recipient.key}/${userKey}`)
    const choice = (name: string) => (typeof row[name] === 'boolean' ? row[name] : null)
    yield {
      kind: 'subscription',
      streamKey: recipient.key,
      userKey,
      isActive: row['active'] !== false,
      isMuted: isTrue(row, 'is_muted') || row['in_home_view'] === false,
      isPinned: isTrue(row, 'pin_to_top'),
      color: textIn(row, 'color'),
      notifications: {
        desktop: choice('desktop_notifications'),
        audible: choice('audible_notifications'),
        push: choice('push_notifications'),
        email: choice('email_notifications'),
        wildcards: choice('wildcard_mentions_notify'),
      },
      ...(periods && periods.length > 0 ? { periods } : {}),
    }
  }
}

/** Topics that people muted, unmuted or follow; archives before 5 have a table of muted topics only. */
export async function* topicPolicies(tables: Tables): AsyncGenerator<TopicPolicyRecord> {
  const names = ['zerver_usertopic', 'zerver_mutedtopic']
  for await (const { table, row } of rowsOfFile(
    tables.folder,
    'realm.json',
    names,
    tables.remark,
  )) {
    const [streamKey, userKey] = [keyIn(row, 'stream'), keyIn(row, 'user_profile')]
    const policy =
      table === 'zerver_mutedtopic'
        ? 1
        : [1, 2, 3].find((each) => each === row['visibility_policy'])
    const updatedAt = timeIn(row, 'last_updated') ?? timeIn(row, 'date_muted')
    if (streamKey === undefined || userKey === undefined || policy === undefined) continue
    yield {
      ...{ kind: 'topic-policy', streamKey, userKey, topic: textIn(row, 'topic_name') },
      policy: policy as 1 | 2 | 3,
      ...optional('updatedAt', updatedAt),
    }
  }
}
