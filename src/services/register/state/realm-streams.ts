import { countRecentMessages } from '../../../db/messages/messages'
import { listStreams } from '../../../db/streams/streams'
import type { StreamRow } from '../../../db/schema'
import { presentStream } from '../../../wire/streams'
import { mayKnowStream } from '../../streams/access'
import type { Sized } from '../../../memory/realm-parts'
import type { StateRequest } from './family'

/** A live stream, and its record as JSON text, of which every client is told the same. */
export class RealmStream {
  private readonly members: string

  constructor(readonly row: StreamRow) {
    this.members = JSON.stringify(presentStream(row)).slice(1, -1)
  }

  get characters(): number {
    return 2 * this.members.length
  }

  /** @param more what one client alone is told beside it */
  toJson(more: object = {}): string {
    const own = JSON.stringify(more).slice(1, -1)
    return own === '' ? `{${this.members}}` : `{${this.members},${own}}`
  }
}

/** The live streams of a realm, by name. */
class RealmStreams implements Sized {
  constructor(readonly streams: readonly RealmStream[]) {}

  get characters(): number {
    return this.streams.reduce((sum, { characters }) => sum + characters, 0)
  }
}

/** What is read for the functions below. */
export const ownForStreams = ['realmVersions', 'subscriptions'] as const

/** All live streams, by name, also those that the requester may not know of. */
export async function readStreams(request: StateRequest): Promise<readonly RealmStream[]> {
  const { db, account } = request
  const { streams } = await request.remembered('streams', async () => {
    const rows = await listStreams(db, account.realm_id)
    return new RealmStreams(rows.map((row) => new RealmStream(row)))
  })
  return streams
}

/** Live streams that the requester may know of, by name. */
export async function readKnownStreams(request: StateRequest): Promise<RealmStream[]> {
  const streams = await readStreams(request)
  const subscriptions = await request.own('subscriptions')
  const active = new Set(subscriptions.filter((own) => own.active).map((own) => own.stream_id))
  return streams.filter(({ row }) => mayKnowStream(request.account, row, active.has(row.id)))
}

/** How much was written in each live stream lately, for averages over weeks. */
export async function readRecentMessages(
  request: StateRequest,
): Promise<ReadonlyMap<number, number>> {
  const { db, account } = request
  const ids = (await readStreams(request)).map(({ row }) => row.id)
  const { counts } = await request.rememberedAMinute('recent messages', async () => {
    const counts = await countRecentMessages(db, account.realm_id, ids)
    return { counts, characters: 100 * counts.size }
  })
  return counts
}

/** A member of an object: a list of records that are text already. */
export function listMember(name: string, records: readonly string[]): string {
  return `"${name}":[${records.join(',')}]`
}
