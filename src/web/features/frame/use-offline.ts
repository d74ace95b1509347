import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import { keepForOffline } from '../../data/offline/keeper'
import { registerWorker } from '../../data/offline/register-worker'
import { isKept } from '../../data/records/state'
import * as t from '../../texts/catalog'
import { shortTime } from '../../texts/times'

/** Prepares the next visit without a network: the files of the app, its last state and the last conversations. */
export function useOffline(): void {
  const app = useApp()
  useEffect(() => {
    void registerWorker()
    const { state } = app.store
    if (isKept(state)) {
      const is24Hour = state.user_settings['twenty_four_hour_time']
      app.toasts.say(t.offline.stored(shortTime(state.server_timestamp, is24Hour)))
    }
    return keepForOffline(app)
  }, [app])
}
