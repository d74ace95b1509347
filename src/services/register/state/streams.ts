import { Type } from '@sinclair/typebox'
import { listDefaultStreams } from '../../../db/realms'
import { presentStream, streamSchema } from '../../../wire/streams'
import { limits } from '../../limits'
import { isGuest } from '../../permissions'
import { listKnownStreams } from '../../streams/list'
import { stateFamily } from './family'

const streamList = Type.Array(streamSchema)

/** Every stream that the requester may know of, subscribed or not. */
export const streamsState = stateFamily({
  fetchTypes: ['stream'],
  keys: {
    streams: streamList,
    stream_name_max_length: Type.Integer(),
    stream_description_max_length: Type.Integer(),
  },

  async read({ db, account }) {
    const streams = await listKnownStreams(db, account)
    return {
      streams: streams.map(presentStream),
      stream_name_max_length: limits.streamNameCharacters,
      stream_description_max_length: limits.streamDescriptionCharacters,
    }
  },
})

/** The streams to which new accounts are subscribed; guests never are, and see none. */
export const defaultStreamsState = stateFamily({
  fetchTypes: ['default_streams'],
  keys: { realm_default_streams: streamList },

  async read({ db, account }) {
    if (isGuest(account)) return { realm_default_streams: [] }
    const streams = await listDefaultStreams(db, account.realm_id)
    return { realm_default_streams: streams.map(presentStream) }
  },
})
