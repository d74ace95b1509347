import { Type } from '@sinclair/typebox'
import { InvalidArgumentError } from '../../http/errors'
import type { Param } from '../../http/declare/param'
import type { Upload } from '../../http/declare/endpoint'
import { integer, json, text } from '../../http/declare/params'
import { sizeLimits } from '../../chat/rules/limits'
import { pictureUpload } from '../avatars'
import type { BotRecord } from '../../../shared/users'

export function botId() {
  return integer({ min: 0, description: 'Id of the bot' })
}

/** Argument: name of a default stream of a bot. */
export function defaultStream(use: string) {
  return text({
    optional: true,
    strip: true,
    maxLength: sizeLimits.streamNameCharacters,
    description: `Name of the stream ${use}; an empty one: none`,
  })
}

/** A URL in JSON quotes; '' for none. Source: docs/protocol/bots.md#create. */
export function jsonUrl(description: string): Param<string | undefined> {
  const quoted = json(Type.String({ maxLength: 2_000 }), { optional: true, description })
  return {
    ...quoted,
    decode(raw, name) {
      const url = quoted.decode(raw, name)
      if (url && !isWebAddress(url)) throw new InvalidArgumentError(`${name} is not a URL`)
      return url
    },
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const configData = Type.Record(Type.String(), Type.String(), {
  description: 'Settings of an embedded bot',
})

const streamName = Type.Union([Type.String(), Type.Null()])

/** An optional avatar of the bot. Source: docs/protocol/bots.md#avatars. */
export const botAvatar = {
  ...pictureUpload,
  description: 'A picture of the bot; its field may have any name',
  isOptional: true,
} as const satisfies Upload

/** The defaults of a bot, in all answers about bots. */
export const botDefaults = {
  default_sending_stream: streamName,
  default_events_register_stream: streamName,
  default_all_public_streams: Type.Boolean(),
}

export function botDefaultsOf(bot: BotRecord) {
  return {
    default_sending_stream: bot.default_sending_stream,
    default_events_register_stream: bot.default_events_register_stream,
    default_all_public_streams: bot.default_all_public_streams,
  }
}
