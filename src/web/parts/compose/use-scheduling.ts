import { useApp } from '../../context/app'
import type { Scheduled } from '../../data/send/scheduling'
import * as t from '../../texts/catalog'
import { laterTime } from '../../texts/later-time'
import { useWriting } from './use-writing'

/** Functions that schedule the text in the compose box and report it in a toast. */
export function useScheduling() {
  const { store, toasts } = useApp()
  const { scheduling } = useWriting()

  async function takeBack(scheduled: Scheduled): Promise<void> {
    try {
      await scheduling.takeBack(scheduled)
    } catch (error) {
      toasts.fail(t.later.notTakenBack, error)
    }
  }

  return {
    /** @throws as `call` */
    async schedule(at: number): Promise<void> {
      const done = await scheduling.schedule(at)
      if (!done) return
      const time = laterTime(at, store.state.user_settings['twenty_four_hour_time'])
      toasts.say(
        t.later.scheduledFor(time),
        done.isChange ? undefined : { label: t.later.undo, run: () => void takeBack(done) },
      )
    },
    tellFailure(error: unknown): void {
      toasts.fail(t.later.notScheduled, error)
    },
  }
}
