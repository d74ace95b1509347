import type { Tx } from '../../db/database'
import { listRealmEmoji } from '../../db/realm-emoji'
import { publish } from '../../events/publish'
import type { PlainEvent } from '../../wire/events'
import { realmEmojiReplaced } from '../../wire/realm-emoji'

const audience = { everyone: 'all' } as const
const capability = 'individual_emoji_changes'

/**
 * Tells everybody of a change: newer clients of the change alone, and the others of all emoji.
 * Source: client notes 5, rule B.
 */
export async function publishEmojiChange(
  tx: Tx,
  realmId: number,
  change: PlainEvent,
): Promise<void> {
  const whole = realmEmojiReplaced(await listRealmEmoji(tx, realmId))
  await publish(tx, realmId, [
    { event: change, audience, condition: { capability, isDeclared: true } },
    { event: whole, audience, condition: { capability, isDeclared: false } },
  ])
}
