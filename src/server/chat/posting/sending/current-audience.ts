import type { Tx } from '../../../data/engine/database'
import { holdOffJoins } from '../../../data/streams/order-of-joins'
import type { MessageDraft } from './compose-message'

/** Holds off joins and leaves of the streams of these messages, whose events name the subscribers as they are then. */
export async function withCurrentAudience(
  tx: Tx,
  drafts: readonly MessageDraft[],
): Promise<readonly MessageDraft[]> {
  const [first] = drafts
  if (!first) return drafts
  const streamIds = drafts.flatMap(({ recipient }) =>
    recipient.kind === 'stream' ? [recipient.stream.id] : [],
  )
  const versions = await holdOffJoins(tx, first.sender.realm_id, streamIds)
  return drafts.map((draft) => {
    const { recipient } = draft
    if (recipient.kind !== 'stream') return draft
    const { stream } = recipient
    const subscribers_version = versions.get(stream.id) ?? stream.subscribers_version
    return { ...draft, recipient: { ...recipient, stream: { ...stream, subscribers_version } } }
  })
}
