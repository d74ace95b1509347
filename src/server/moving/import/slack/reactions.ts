import { numberOf, rowsOf, textOf, textsOf } from '../archive/fields'
import { emojiNameOf, hasSkinTone, toneReason } from '../markup/emoji-names'
import type { ReactionRecord } from '../records'
import { mergedMessages } from './merged-messages'
import type { FoundMessage } from './merged-messages'
import type { Reading } from './messages'
import type { Remark } from './read-rows'

/** The reactions to all messages that became records, each user's once. Source: docs/protocol/import.md#slack-reactions. */
export async function* reactionRecords(
  reading: Reading,
  remark: Remark,
  dropped: ReadonlySet<string>,
): AsyncGenerator<ReactionRecord> {
  for await (const found of mergedMessages(reading, () => undefined)) {
    if (!dropped.has(found.key)) yield* reactionsTo(found, reading, remark)
  }
}

function* reactionsTo(
  { row, key, file }: FoundMessage,
  { people, layout }: Reading,
  remark: Remark,
): Generator<ReactionRecord> {
  const given = new Set<string>()
  for (const reaction of rowsOf(row, 'reactions')) {
    const fullName = textOf(reaction, 'name')
    const [name = ''] = fullName.split('::')
    const isOwn = layout.emoji.has(name)
    const emojiName = isOwn ? name : emojiNameOf(fullName, 'slack')
    if (!isOwn && hasSkinTone(fullName, 'slack')) remark({ reason: toneReason, file })
    if (emojiName === undefined) {
      remark({ reason: `The emoji :${name.slice(0, 60)}: is unknown.`, file })
      continue
    }
    const ids = textsOf(reaction, 'users')
    if ((numberOf(reaction, 'count') ?? 0) > ids.length) {
      remark({ reason: 'Slack names only some of the people who reacted.', file })
    }
    for (const id of ids) {
      const userKey = people.find(id)?.key
      if (userKey === undefined || given.has(`${userKey} ${emojiName}`)) continue
      given.add(`${userKey} ${emojiName}`)
      const record = { kind: 'reaction', messageKey: key, userKey, emojiName } as const
      yield isOwn ? { ...record, emojiKey: name } : record
    }
  }
}
