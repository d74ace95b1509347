import { useEffect } from 'preact/hooks'
import { quietUntil } from '../../../shared/rules/do-not-disturb'
import { useApp } from '../../app/app'
import { createSound } from '../../data/notifications/sound'

const lookPauseMs = 15_000

/** Gives notifications their sound, and keeps windows and sounds away while the reader is not to be disturbed. */
export function useQuietTimes(): void {
  const { store, notifications } = useApp()
  const settings = store.read('user_settings')
  useEffect(() => {
    notifications.playSound = createSound()
  }, [notifications])
  useEffect(() => {
    const look = (): void => {
      notifications.isQuiet = quietUntil(settings, new Date()) !== undefined
    }
    look()
    const timer = setInterval(look, lookPauseMs)
    return () => clearInterval(timer)
  }, [settings, notifications])
}
