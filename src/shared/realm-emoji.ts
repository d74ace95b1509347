import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/** An emoji of the realm. Source: docs/protocol/register.md#realm-emoji. */
const realmEmojiSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  source_url: Type.String(),
  still_url: Type.Union([Type.String(), Type.Null()], {
    description: 'First picture of an animated emoji',
  }),
  deactivated: Type.Boolean(),
  author_id: Type.Integer(),
})

export type RealmEmojiRecord = Static<typeof realmEmojiSchema>

/** Emoji of the realm by id. */
export const realmEmojiMapSchema = Type.Record(Type.String(), realmEmojiSchema)
export type RealmEmojiMap = Static<typeof realmEmojiMapSchema>

export type RealmEmojiEvent =
  | { type: 'realm_emoji'; op: 'update'; realm_emoji: RealmEmojiMap }
  | { type: 'realm_emoji'; op: 'add'; emoji: RealmEmojiRecord }
  | {
      type: 'realm_emoji'
      op: 'update_one'
      emoji_id: string
      data: Partial<RealmEmojiRecord>
    }
