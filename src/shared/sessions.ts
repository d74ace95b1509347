import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { SessionRow } from '../server/data/schema'
import { unixSeconds } from './time'

/** A login session of a user, for its owner. */
export const sessionSchema = Type.Object({
  id: Type.Integer(),
  created_at: Type.Integer({ description: 'Unix time of the log-in' }),
  last_used_at: Type.Integer({ description: 'Unix time, to within some minutes' }),
  ip_address: Type.String({ description: 'Address of its last use' }),
  browser: Type.String({ description: 'Such as `Firefox on Linux`' }),
  is_current: Type.Boolean({ description: 'Whether the call was made with it' }),
})

/** @param currentId the session that made the call */
export function presentSession(
  session: SessionRow,
  currentId: number | undefined,
): Static<typeof sessionSchema> {
  return {
    id: session.id,
    created_at: unixSeconds(session.created_at),
    last_used_at: unixSeconds(session.last_used_at),
    ip_address: session.address,
    browser: session.browser,
    is_current: session.id === currentId,
  }
}
