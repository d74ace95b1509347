import { Type } from '@sinclair/typebox'
import { PreparedJson } from '../../../wire/prepared-json'
import { streamSchema } from '../../../wire/streams'
import { limits } from '../../limits'
import { isGuest } from '../../permissions'
import { stateFamily } from './family'
import { listMember, ownForStreams, readKnownStreams, readStreams } from './realm-streams'

const streamList = Type.Array(streamSchema)

/** Every stream that the requester may know of, subscribed or not. */
export const streamsState = stateFamily({
  fetchTypes: ['stream'],
  own: ownForStreams,
  keys: {
    streams: streamList,
    stream_name_max_length: Type.Integer(),
    stream_description_max_length: Type.Integer(),
  },

  async read(request) {
    const streams = await readKnownStreams(request)
    const limitsOfNames = {
      stream_name_max_length: limits.streamNameCharacters,
      stream_description_max_length: limits.streamDescriptionCharacters,
    }
    const records = streams.map((stream) => stream.toJson())
    return PreparedJson.of(limitsOfNames, listMember('streams', records))
  },
})

/** The streams to which new accounts are subscribed; guests never are, and see none. */
export const defaultStreamsState = stateFamily({
  fetchTypes: ['default_streams'],
  own: ownForStreams,
  keys: { realm_default_streams: streamList },

  async read(request) {
    if (isGuest(request.account)) return { realm_default_streams: [] }
    const streams = (await readStreams(request)).filter(({ row }) => row.is_default)
    const records = streams.map((stream) => stream.toJson())
    return new PreparedJson(listMember('realm_default_streams', records))
  },
})
