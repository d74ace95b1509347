import type { Static } from '@sinclair/typebox'
import type { sessionSchema } from '../../shared/sessions'
import type { SessionRow } from '../data/schema'
import { unixSeconds } from './time'

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
