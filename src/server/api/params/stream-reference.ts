import { integer, text } from '../../http/declare/params'
import { BadRequestError } from '../../chat/rules/errors'
import { nulRefusals } from '../../chat/rules/texts'

/** Arguments that name a stream by name or by id. Source: docs/protocol/streams.md#the-one-stream. */
export const streamReferenceParams = {
  stream: text({
    optional: true,
    nulRefusal: nulRefusals.streamName,
    aliases: ['stream_name'],
    example: 'general',
    description: 'Name of the stream, or',
  }),
  stream_id: integer({ optional: true, min: 0, description: 'its id' }),
}

/** @throws BadRequestError unless exactly one of the two is given */
export function theOneStream(params: {
  stream: string | undefined
  stream_id: number | undefined
}): string | number {
  const reference = params.stream ?? params.stream_id
  if (reference === undefined) throw new BadRequestError("Please supply 'stream'.")
  if (params.stream !== undefined && params.stream_id !== undefined) {
    throw new BadRequestError("Please choose one: 'stream' or 'stream_id'.")
  }
  return reference
}
