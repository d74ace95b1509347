import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { maybe } from '../payload/schema'

const text = maybe(Type.String())

/** Senders write numbers where Slack asks for text, and the other way round. */
const textOrNumber = maybe(Type.Unsafe<string | number>({ type: ['string', 'number'] }))

/** `plain_text` is text as it is, `mrkdwn` has the markup of Slack. */
export const TextObject = Type.Object({ type: Type.String(), text: Type.String() })
export type TextObject = Static<typeof TextObject>

/** A text object nearly everywhere; plain in rich text and in `markdown` blocks. */
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
  /** The looks of a word, `bullet` for a list, `primary` for a button. */
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

/** A word of rich text. A list has items, and an item has words; nothing nests deeper. */
const Word = Type.Object(elementKeys)
const Item = Type.Object({ ...elementKeys, elements: maybe(Type.Array(Word)) })
const Element = Type.Unsafe<Element>(
  Type.Object({ ...elementKeys, elements: maybe(Type.Array(Item)) }),
)

/** Keys of all types of blocks together. */
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
  /** Seconds since 1970. */
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
