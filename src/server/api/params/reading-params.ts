import { Type } from '@sinclair/typebox'
import { converted, flag, integer, json } from '../../http/declare/params'
import { instantOf } from '../../../shared/rules/dates'
import type { Anchor } from '../../chat/access/narrow/anchor'
import { maxMessagesPerReply } from '../../chat/actions/history/range'
import type { MessageOptions } from '../../chat/actions/history/records'

const words = ['newest', 'oldest', 'first_unread', 'date'] as const
type AnchorWord = (typeof words)[number]

/** An id of any size, or an anchor word. Source: docs/protocol/history.md#anchors. */
export function anchorParam() {
  return converted<number | AnchorWord>(
    Type.Union([Type.Integer(), ...words.map((word) => Type.Literal(word))]),
    (raw) => {
      const text = raw.trim()
      const word = words.find((known) => known === text)
      if (word) return word
      // Numbers larger than any id mean the newest message.
      return /^[+-]?\d+$/.test(text) ? Number(text) : undefined
    },
    {
      optional: true,
      description: 'A message id, `newest`, `oldest`, `first_unread`, or `date` with `anchor_date`',
      example: 'newest',
    },
  )
}

/** A point in time, or a date, which stands for its midnight in UTC. */
export function anchorDateParam() {
  return converted<Date>(Type.String({ description: 'ISO 8601' }), (raw) => instantOf(raw.trim()), {
    optional: true,
    description: 'With `anchor=date`: the first message from then on',
  })
}

export const includeAnchorParam = () =>
  flag({ default: true, description: 'False leaves out the anchor itself, at one end of a range' })

export const countParam = (description: string) =>
  integer({ min: 0, optional: true, description, example: 100 })

/** The requested anchor; undefined if it is `date` and the date is missing. */
export function anchorOf(anchor: number | AnchorWord, date: Date | undefined): Anchor | undefined {
  if (anchor !== 'date') return anchor
  return date && { since: date }
}

/** A narrow in any form. Source: docs/protocol/history.md#narrow. */
export const narrowParam = () =>
  json(Type.Array(Type.Unknown()), {
    default: [],
    description:
      'A list of pairs of operator and operand, or of objects with operator, operand and negated',
    example: [['stream', 'general']],
  })

export const messageIdsSchema = Type.Array(Type.Integer({ minimum: 0 }), {
  maxItems: maxMessagesPerReply,
})

/**
 * Whether the empty topic is answered as it is, and not by its name.
 * Source: docs/protocol/messages.md#empty-topic-clients.
 */
export const topicNameParams = {
  allow_empty_topic_name: flag({
    default: false,
    description: 'The topic without a name may come as an empty text; false: as `general chat`',
  }),
}

/** Arguments about the form of messages. */
export const wishParams = {
  apply_markdown: flag({ default: true, description: 'Content as HTML; false: as it was typed' }),
  client_gravatar: flag({ default: false, description: 'The client computes gravatars itself' }),
}

export function wishesOf(params: {
  apply_markdown: boolean
  client_gravatar: boolean
  allow_empty_topic_name: boolean
}): MessageOptions {
  return {
    asHtml: params.apply_markdown,
    clientGravatar: params.client_gravatar,
    namesEmptyTopics: !params.allow_empty_topic_name,
  }
}
