import { useEffect } from 'preact/hooks'
import { quietUntil } from '../../../shared/rules/do-not-disturb'
import { useApp } from '../../app/app'

const lookPauseMs = 15_000

/** Keeps windows and sounds away while the reader is not to be disturbed. */
export function useQuietTimes(): void {
  const { store, notifications } = useApp()
  const settings = store.read('user_settings')
  useEffect(() => {
    const look = (): void => {
      notifications.isQuiet = quietUntil(settings, new Date()) !== undefined
    }
    look()
    const timer = setInterval(look, lookPauseMs)
    return () => clearInterval(timer)
  }, [settings, notifications])
}
