import type { ReactionRecord } from '../records'
import { standardEmoji } from './emoji'
import type { UsedEmoji } from './emoji'
import type { Reading } from './messages'
import { distinctMessages } from './survey'

/** The reactions to all messages that became records. Source: docs/protocol/import.md#discord-emoji. */
export async function* reactionRecords(
  reading: Reading,
  dropped: ReadonlySet<string>,
): AsyncGenerator<ReactionRecord> {
  for await (const { key, reactions, file } of distinctMessages(reading.survey)) {
    if (dropped.has(key)) continue
    const given = new Set<string>()
    for (const { emoji, userKeys, count } of reactions) {
      const found = emojiOf(emoji, reading)
      const name = emoji.name.slice(0, 60)
      if (!found) {
        reading.remark({ reason: `The emoji :${name}: is unknown.`, file })
        continue
      }
      if (count > userKeys.length) {
        const reason = 'Reactions of people whom the archive does not name are left out.'
        reading.remark({ reason, file: `${file}: ${key}: ${count - userKeys.length} × ${name}` })
      }
      for (const userKey of userKeys) {
        const mark = `${userKey} ${found.emojiName}`
        if (given.has(mark)) continue
        given.add(mark)
        yield { kind: 'reaction', messageKey: key, userKey, ...found }
      }
    }
  }
}

function emojiOf(
  { id, name }: UsedEmoji,
  { names }: Reading,
): Pick<ReactionRecord, 'emojiName' | 'emojiKey' | 'emojiCode'> | undefined {
  if (id !== '') {
    const own = names.emoji(id)
    return own === undefined ? undefined : { emojiName: own, emojiKey: id }
  }
  const found = standardEmoji(name)
  return found && { emojiName: found.name, emojiCode: found.code }
}
