import type { Tx } from '../../../data/engine/database'
import { listReactionsThere, noteReaction } from '../../../data/bridges/messages'
import type { PlaceThere } from '../../../data/bridges/messages'
import { claimKeys, findImported } from '../../../data/import/keys'
import { numberOf, rowOf, rowsOf, textOf, textsOf } from '../../import/archive/fields'
import type { Row } from '../../import/archive/fields'
import { keyOf } from '../../import/job/job'
import { emojiNameOf } from '../../import/markup/emoji-names'
import { reactBridged } from '../posting'
import { messageKeyOf } from './side'
import type { SlackBridge } from './side'

interface Reaction {
  userKey: string
  emoji: string
  isThere: boolean
}

/** The name here of an emoji of Slack, without its skin tone; custom emoji keep their names. */
function emojiOf(name: string): string {
  const [base = ''] = name.split('::')
  return emojiNameOf(base) ?? base
}

/** Adds or removes a reaction, unless a later change of it is known. */
export async function takeReaction(bridge: SlackBridge, event: Row): Promise<void> {
  const item = rowOf(event, 'item')
  const [channel, ts, user] = [textOf(item, 'channel'), textOf(item, 'ts'), textOf(event, 'user')]
  if (textOf(item, 'type') !== 'message' || !bridge.channels.has(channel)) return
  const isThere = textOf(event, 'type') === 'reaction_added'
  const reaction = { userKey: user, emoji: emojiOf(textOf(event, 'reaction')), isThere }
  await applyReaction(bridge, { channel, ts }, reaction, textOf(event, 'event_ts'))
}

async function applyReaction(
  bridge: SlackBridge,
  place: PlaceThere,
  reaction: Reaction,
  changedTs: string,
): Promise<void> {
  const { parley, people, self } = bridge
  if (reaction.userKey === self.userId || reaction.userKey === '' || reaction.emoji === '') return
  await people.ensure([reaction.userKey])
  const key = messageKeyOf(place.channel, place.ts)
  const ids = await findImported(parley.ctx.db.query, parley.scope, 'message', [key])
  await parley.transaction(async (tx) => {
    const isNews = await noteReaction(tx, parley.scope, { ...place, ...reaction, changedTs })
    if (isNews) await reactHere(bridge, tx, place, reaction, ids.get(key))
  })
}

/** Changes a reaction here. One to a message that is not here yet waits for it. */
export async function reactHere(
  { parley, people }: SlackBridge,
  tx: Tx,
  { channel, ts }: PlaceThere,
  { userKey, emoji, isThere }: Reaction,
  messageId: number | undefined,
): Promise<void> {
  const person = people.find(userKey)
  if (messageId === undefined || !person) return
  await reactBridged(parley, tx, messageId, { userId: person.userId, emoji, isThere })
  // An import of an older archive must not bring a removed reaction back.
  const key = keyOf(messageKeyOf(channel, ts), person.key, emoji)
  await claimKeys(tx, parley.scope, 'reaction', [{ key, id: messageId }])
}

/** Max people of a reaction that a row lists; of more it has the number only. */
const mostListed = 50

/** Brings the reactions to a message to those of a row of the history. */
export async function reviewReactions(
  bridge: SlackBridge,
  place: PlaceThere,
  row: Row,
  nowTs: string,
): Promise<void> {
  const { parley } = bridge
  const known = await listReactionsThere(parley.ctx.db.query, parley.scope, place)
  const missing = new Set(known.map(({ user_key, emoji }) => `${user_key} ${emoji}`))
  for (const reaction of rowsOf(row, 'reactions').slice(0, 100)) {
    const emoji = emojiOf(textOf(reaction, 'name'))
    const users = textsOf(reaction, 'users').slice(0, mostListed)
    for (const userKey of users) {
      if (missing.delete(`${userKey} ${emoji}`)) continue
      await applyReaction(bridge, place, { userKey, emoji, isThere: true }, nowTs)
    }
    if ((numberOf(reaction, 'count') ?? 0) <= users.length) continue
    for (const each of missing) if (each.endsWith(` ${emoji}`)) missing.delete(each)
  }
  for (const { user_key: userKey, emoji } of known) {
    if (!missing.has(`${userKey} ${emoji}`)) continue
    await applyReaction(bridge, place, { userKey, emoji, isThere: false }, nowTs)
  }
}
