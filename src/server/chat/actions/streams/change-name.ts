import { isUniqueViolation } from '../../../data/engine/database'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow } from '../../../data/schema'
import { findStreamByName } from '../../../data/streams/streams'
import { updateStream } from '../../../data/streams/update-streams'
import type { Publication } from '../../../events/publish'
import { streamUpdated } from '../../../wire/stream-events'
import { audienceOfStream } from '../../access/streams/access-stream'
import { BadRequestError, UncodedError } from '../../rules/errors'
import { checkStreamName, refuseUnprintable } from '../../rules/texts'

/**
 * Renames a stream, which may be archived, and answers the events to publish.
 * @param wanted undefined: the stream keeps its name
 * @throws BadRequestError or UncodedError for an invalid, taken or unchanged name
 */
export async function changeName(
  tx: Tx,
  stream: StreamRow,
  wanted: string | undefined,
): Promise<Publication[]> {
  if (wanted === undefined) return []
  const name = checkStreamName(wanted)
  refuseUnprintable(name, 'stream name')
  if (name === stream.name) throw new UncodedError('Stream already has that name!')
  const namesake = await findStreamByName(tx, stream.realm_id, name)
  if (namesake && namesake.id !== stream.id) {
    throw new BadRequestError(`Stream name '${namesake.name}' is already taken.`)
  }
  try {
    await updateStream(tx, stream.realm_id, stream.id, { name })
  } catch (error) {
    // A concurrent call took the name.
    if (!isUniqueViolation(error)) throw error
    throw new BadRequestError(`Stream name '${name}' is already taken.`)
  }
  return [
    {
      event: streamUpdated(stream, { property: 'name', value: name }),
      audience: audienceOfStream(stream),
    },
  ]
}
