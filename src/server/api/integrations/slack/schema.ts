import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { maybe } from '../payload/schema'

const text = maybe(Type.String())

/** Senders confuse numbers and texts, so both are accepted. */
const textOrNumber = maybe(Type.Unsafe<string | number>({ type: ['string', 'number'] }))

/** Type `plain_text` has no markup, `mrkdwn` has Slack's. */
export const TextObject = Type.Object({ type: Type.String(), text: Type.String() })
export type TextObject = Static<typeof TextObject>

/** A text object, or a plain string in rich text and `markdown` blocks. */
const anyText = maybe(
  Type.Unsafe<string | TextObject>({ ...TextObject, type: ['string', 'object'] }),
)

/** Something inside a block: an image, a button, a word, a list of words. */
export interface Element {
  type: string
  text?: string | TextObject | null
  url?: string | null
  image_url?: string | null
  alt_text?: string | null
  name?: string | null
  user_id?: string | null
  usergroup_id?: string | null
  channel_id?: string | null
  range?: string | null
  value?: string | null
  fallback?: string | null
  indent?: number | null
  /** Styles of a word, `bullet` for a list, `primary` for a button. */
  style?: string | Record<string, boolean> | null
  elements?: Element[] | null
}

const elementKeys = {
  type: Type.String(),
  text: anyText,
  url: text,
  image_url: text,
  alt_text: text,
  name: text,
  user_id: text,
  usergroup_id: text,
  channel_id: text,
  range: text,
  value: text,
  fallback: text,
  indent: maybe(Type.Integer()),
  style: maybe(Type.Unsafe({ type: ['string', 'object'] })),
}

/** A word of rich text. Lists contain items, and items contain words; that is the maximum depth. */
const Word = Type.Object(elementKeys)
const Item = Type.Object({ ...elementKeys, elements: maybe(Type.Array(Word)) })
const Element = Type.Unsafe<Element>(
  Type.Object({ ...elementKeys, elements: maybe(Type.Array(Item)) }),
)

/** The union of the keys of all block types. */
export const Block = Type.Object({
  type: Type.String(),
  text: anyText,
  title: anyText,
  fields: maybe(Type.Array(TextObject)),
  accessory: maybe(Element),
  elements: maybe(Type.Array(Element)),
  image_url: text,
  alt_text: text,
  title_url: text,
  video_url: text,
})
export type Block = Static<typeof Block>

const AttachmentField = Type.Object({ title: text, value: textOrNumber })

export const Attachment = Type.Object({
  fallback: text,
  pretext: text,
  author_name: text,
  author_link: text,
  title: text,
  title_link: text,
  text,
  fields: maybe(Type.Array(AttachmentField)),
  blocks: maybe(Type.Array(Block)),
  image_url: text,
  thumb_url: text,
  footer: text,
  /** Unix time in seconds. */
  ts: textOrNumber,
  actions: maybe(Type.Array(Type.Object({ text: anyText, url: text }))),
})
export type Attachment = Static<typeof Attachment>

export const SlackPayload = Type.Object({
  text: maybe(Type.String({ description: 'The message, in the markup of Slack' })),
  blocks: maybe(Type.Array(Block)),
  attachments: maybe(Type.Array(Attachment)),
  channel: maybe(Type.String({ description: 'Becomes the topic' })),
  username: text,
  icon_emoji: text,
  mrkdwn: maybe(Type.Boolean({ description: 'Whether `text` has markup; default true' })),
})
export type SlackPayload = Static<typeof SlackPayload>
