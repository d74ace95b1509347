import { signal } from '@preact/signals-core'
import type { Signal } from '@preact/signals-core'
import { localStore } from '../storage/browser-storage'

/** Sections that the reader has folded or unfolded, in localStore. */
export interface Folds {
  /** Undefined if the reader has never changed it. */
  isOpen(name: string): boolean | undefined
  set(name: string, isOpen: boolean): void
}

/** Storage name of the fold of a stream's topics. */
export const foldOfStream = (streamId: number) => `stream:${streamId}`

const rememberedAs = 'parley-folds'

export function createFolds(): Folds {
  const choices = new Map<string, Signal<boolean | undefined>>()
  for (const [name, isOpen] of remembered()) choices.set(name, signal<boolean | undefined>(isOpen))

  function choiceOf(name: string): Signal<boolean | undefined> {
    let choice = choices.get(name)
    if (!choice) choices.set(name, (choice = signal<boolean | undefined>(undefined)))
    return choice
  }

  return {
    isOpen: (name) => choiceOf(name).value,
    set(name, isOpen) {
      choiceOf(name).value = isOpen
      const made = [...choices].flatMap(([key, { value }]) =>
        value === undefined ? [] : [[key, value]],
      )
      localStore.setItem(rememberedAs, JSON.stringify(Object.fromEntries(made)))
    },
  }
}

/** Ignores unreadable or foreign values. */
function remembered(): [string, boolean][] {
  try {
    const stored: unknown = JSON.parse(localStore.getItem(rememberedAs) ?? '{}')
    return Object.entries(stored as object).map(([name, isOpen]) => [name, isOpen === true])
  } catch {
    return []
  }
}
