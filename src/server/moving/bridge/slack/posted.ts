import { findCarriedHere, noteCarried } from '../../../data/bridges/messages'
import { claimKeys } from '../../../data/import/keys'
import { numberOf, rowOf, textOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { keyOf } from '../../import/job/job'
import { readTimestamp } from '../../import/slack/timestamp'
import { SlackRefusedError } from './api'
import { isOwn, messageKeyOf } from './side'
import type { SlackBridge } from './side'

/** Type of the metadata with which the bridge marks its messages. */
const metadataType = 'parley_message'

/**
 * The metadata of a message, by which a later process finds it.
 * @param told digest of the text
 */
export function metadataOf({ parley }: SlackBridge, messageId: number, told: string): Row {
  const payload = { realm_id: parley.realm.id, message_id: messageId, told }
  return { event_type: metadataType, event_payload: payload }
}

/** The id here of a message that the bridge posted; undefined for all others. */
export function postedIdOf(bridge: SlackBridge, row: Row): number | undefined {
  return postedOf(bridge, row)?.id
}

interface Posted {
  id: number
  told: string | undefined
}

function postedOf(bridge: SlackBridge, row: Row): Posted | undefined {
  const metadata = rowOf(row, 'metadata')
  if (!isOwn(bridge, row) || textOf(metadata, 'event_type') !== metadataType) return undefined
  const payload = rowOf(metadata, 'event_payload')
  const id = numberOf(payload, 'message_id')
  if (id === undefined || numberOf(payload, 'realm_id') !== bridge.parley.realm.id) return undefined
  return { id, told: textOf(payload, 'told') || undefined }
}

/**
 * Remembers the place of a message that the bridge posted: an echo tells it, too. The key lets imports know the message. If
 * Slack has the message twice, since it took a call after its connection had broken, the second one is deleted.
 */
export async function settlePosted(
  bridge: SlackBridge,
  channel: string,
  row: Row,
  posted: Posted | undefined = postedOf(bridge, row),
): Promise<void> {
  const { parley, api } = bridge
  const ts = readTimestamp(row['ts'])?.text
  if (ts === undefined || !posted) return
  const place = { channel, ts }
  const root = readTimestamp(row['thread_ts'])?.text
  const isFirst = await parley.transaction(async (tx) => {
    const known = await findCarriedHere(tx, parley.scope, posted.id)
    const isSecond = known?.is_ours === true && (known.ts !== ts || known.channel !== channel)
    const key = keyOf(messageKeyOf(channel, ts))
    await claimKeys(tx, parley.scope, 'message', [{ key, id: posted.id }])
    if (isSecond) {
      await noteCarried(tx, parley.scope, place, { is_ours: true, deleted: true })
      return false
    }
    await noteCarried(tx, parley.scope, place, {
      ...{ message_id: posted.id, is_ours: true },
      ...(!known?.told && posted.told !== undefined && { told: posted.told }),
      root_ts: root === undefined || root === ts ? null : root,
    })
    return true
  })
  if (isFirst) return
  try {
    await api.call('chat.delete', place)
  } catch (error) {
    if (!(error instanceof SlackRefusedError)) throw error
  }
}
