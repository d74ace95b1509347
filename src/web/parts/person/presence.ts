import type { App } from '../../context/app'
import type { PresenceStatus } from '../../data/store/presence'

/** Presence of a user. The reader is offline while the server cannot be reached. */
export function presenceOf(app: Pick<App, 'store' | 'connection'>, userId: number): PresenceStatus {
  const isCutOff = userId === app.store.state.user_id && app.connection.trouble.value !== undefined
  return isCutOff ? 'offline' : app.store.presenceOf(userId)
}
