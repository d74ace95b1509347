import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { reasonOf } from '../../api/errors'
import { useApp } from '../../app'
import { isSame } from './is-same'
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

/**
 * What was chosen, and what events may tell that is older: what was so then, and what was chosen before it. It is shown
 * until something else is so.
 */
interface Choice {
  value: unknown
  older: readonly unknown[]
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
  const isOlder = choice && choice.older.some((value) => isSame(now, value))
  const isAwaited = choice && (choice.isBusy || (isOlder && !isSame(now, choice.value)))
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
      const older = isAwaited ? [...choice.older, choice.value] : [now]
      const wanted: Choice = { value, older, isBusy: true }
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
