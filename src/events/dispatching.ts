import type { Queryable } from '../db/engine/database'
import type { AudienceResolver } from './audience'
import type { Publication } from './publish'
import type { Dispatch } from './queues'

/**
 * A publication as the queues take it.
 * @param db what the audience is looked up with when the queues ask for it
 */
export function toDispatch(
  db: Queryable,
  audiences: AudienceResolver,
  realmId: number,
  { event, audience, overlay, condition, isPublicStreamMessage }: Publication,
): Omit<Dispatch, 'outboxId'> {
  return {
    realmId,
    event,
    overlay: overlay ?? {},
    condition,
    isPublicStreamMessage: isPublicStreamMessage ?? false,
    selectUsers: (online) => audiences.select(db, realmId, audience, online),
  }
}
