import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonOf } from '../../api/errors'
import { useApp } from '../../app'
import type { SettingTarget } from './target'

export interface SettingState {
  /** What was chosen, or what is so. */
  value: unknown
  refusal: string | undefined
  isBusy: boolean
  isSaved: boolean
  save(value: unknown): Promise<void>
  /** Says what is wrong with what was typed. */
  refuse(text: string): void
}

/** What was chosen, and what was so then: it is shown until something else is so. */
interface Choice {
  value: unknown
  before: unknown
  isBusy: boolean
}

/** A setting that is saved as soon as it is changed; what is chosen is shown at once, and taken back when it is refused. */
export function useSetting(target: SettingTarget): SettingState {
  const app = useApp()
  const chosen = useSignal<Choice | undefined>(undefined)
  const refusal = useSignal<string | undefined>(undefined)
  const isSaved = useSignal(false)
  const now = target.read(app)
  const choice = chosen.value
  // The event may come after the answer.
  const isAwaited = choice && (choice.isBusy || isSame(now, choice.before))
  // What comes after it is somebody else's change, even back to what it was.
  useEffect(() => {
    if (choice && !isAwaited && chosen.peek() === choice) chosen.value = undefined
  }, [choice, isAwaited])
  return {
    value: isAwaited ? choice.value : now,
    refusal: refusal.value,
    isBusy: choice?.isBusy === true,
    isSaved: isSaved.value,
    refuse(text) {
      isSaved.value = false
      refusal.value = text
    },
    async save(value) {
      const wanted: Choice = { value, before: now, isBusy: true }
      chosen.value = wanted
      refusal.value = undefined
      isSaved.value = false
      try {
        await target.save(value)
        if (chosen.peek() !== wanted) return
        chosen.value = { ...wanted, isBusy: false }
        isSaved.value = true
      } catch (error) {
        if (chosen.peek() !== wanted) return
        chosen.value = undefined
        refusal.value = reasonOf(error)
      }
    },
  }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
