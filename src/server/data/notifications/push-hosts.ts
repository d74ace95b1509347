import { sql } from 'kysely'
import type { Queryable } from '../engine/database'

/** A host that takes pushes to browsers. */
export interface PushHost {
  /** As `https://updates.push.services.mozilla.com`. */
  origin: string
  /** Number of devices that registered with it. */
  devices: number
}

/** Max hosts that are answered: nearly all browsers use one of four. */
const mostHosts = 8

/** The hosts of push services with which browsers have registered, those with the most devices first. */
export async function listPushHosts(db: Queryable): Promise<PushHost[]> {
  const { rows } = await sql<PushHost>`
    select substring(endpoint from '^https?://[^/?#]+') as origin, count(*)::int as devices
    from push_devices
    where endpoint ~ '^https?://[^/?#]'
    group by origin
    order by devices desc, origin
    limit ${mostHosts}`.execute(db)
  return rows
}
