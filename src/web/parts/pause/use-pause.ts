import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import { endOfPause, pauseUntil } from '../../data/notifications/pause'
import type { Pause } from '../../data/notifications/pause'
import * as t from '../../texts/catalog'
import { laterTime } from '../../texts/later-time'
import { timeForm } from '../../texts/time-form'

interface PauseState {
  /** End of the pause, in Unix time; undefined: none. */
  end: number | undefined
  begin(pause: Pause): Promise<void>
  resume(): Promise<void>
}

/** Max delay of a timer of browsers, in milliseconds. */
const mostDelay = 2 ** 31 - 1

/** The pause of the reader's notifications, and its actions; renders again at its end. */
export function usePause(): PauseState {
  const { store, toasts } = useApp()
  const { dnd_until: end, twenty_four_hour_time: is24Hour } = store.read('user_settings')
  const turns = useSignal(0)
  void turns.value
  const isOn = end * 1000 > Date.now()

  useEffect(() => {
    const left = end * 1000 - Date.now()
    if (left <= 0) return undefined
    const timer = setTimeout(() => (turns.value += 1), Math.min(left + 50, mostDelay))
    return () => clearTimeout(timer)
  }, [end, turns])

  async function change(until: number, said: string): Promise<void> {
    try {
      await pauseUntil(until)
      toasts.say(said)
    } catch (error) {
      toasts.fail(t.yourMenu.notSaved, error)
    }
  }

  return {
    end: isOn ? end : undefined,
    async begin(pause) {
      const until = endOfPause(pause, Date.now() / 1000, timeForm.peek().zone)
      await change(until, t.pause.until(laterTime(until, is24Hour)))
    },
    resume: async () => change(0, t.pause.over),
  }
}
