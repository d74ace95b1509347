import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { createRetries, pause } from '../../data/connection/retries'
import * as t from '../../texts/catalog'
import type * as later from '../../lazy-chunk'
import type * as settingsAreas from '../../settings-areas'
import { firstScreen, markFirstScreenShown } from '../../lib/first-screen'

type Later = typeof later

let arrived: Later | undefined

/** Loads the lazy chunk lazy-chunk.ts; its components then render synchronously. */
export async function loadLater(): Promise<Later> {
  return (arrived ??= await import('../../lazy-chunk'))
}

interface LazyOptions {
  /** Loads the chunk at once instead of after the first screen, because the component is the first screen. */
  isUrgent?: boolean
}

/**
 * A component of the lazy chunk lazy-chunk.ts, which is loaded on first render. Renders nothing until the chunk is loaded;
 * an urgent component shows a message if loading fails.
 *
 *   const Help = lazy(({ KeyboardHelp }) => KeyboardHelp)
 */
export const lazy = lazyOf(loadLater, () => arrived)

type SettingsAreas = typeof settingsAreas

let arrivedSettingsAreas: SettingsAreas | undefined

/** Loads the lazy chunk settings-areas.ts and its style sheet. */
async function loadSettingsAreas(): Promise<SettingsAreas> {
  const [parts] = await Promise.all([import('../../settings-areas'), loadSettingsAreasSheet()])
  return (arrivedSettingsAreas = parts)
}

/** A component of the lazy chunk settings-areas.ts, which is loaded when the user first opens a settings area. */
export const lazyScreen = <P extends object>(pick: (parts: SettingsAreas) => ComponentType<P>) =>
  lazyOf(loadSettingsAreas, () => arrivedSettingsAreas)(pick, { isUrgent: true })

/** @param load loads the chunk @param held returns its exports once loaded */
function lazyOf<Parts>(load: () => Promise<Parts>, held: () => Parts | undefined) {
  const state = signal<'awaited' | 'missing' | 'here'>('awaited')
  let fetching: Promise<void> | undefined

  /** Runs once for all waiting components; retries until loading succeeds. */
  async function fetchIt(): Promise<void> {
    const retries = createRetries()
    while (!held()) {
      try {
        await load()
      } catch (error) {
        state.value = 'missing'
        await pauseOrOnline(retries.next(error))
      }
    }
    state.value = 'here'
  }

  return function <P extends object>(
    pick: (parts: Parts) => ComponentType<P>,
    { isUrgent = false }: LazyOptions = {},
  ): (props: P) => preact.JSX.Element | null {
    let isWanted = false

    async function want(): Promise<void> {
      isWanted = true
      if (!isUrgent) await firstScreen()
      await (fetching ??= fetchIt())
      if (isUrgent) markFirstScreenShown()
    }

    return function Lazy(props: P) {
      const isMissing = state.value === 'missing'
      const parts = held()
      if (parts) {
        const Component = pick(parts)
        return <Component {...props} />
      }
      if (!isWanted) void want()
      return isUrgent && isMissing ? <p class="notice bad">{t.frame.missing}</p> : null
    }
  }
}

/** Resolves after that time, or as soon as the browser is back online. */
async function pauseOrOnline(milliseconds: number): Promise<void> {
  const online = new AbortController()
  const tell = () => {
    online.abort()
  }
  addEventListener('online', tell)
  await pause(milliseconds, online.signal)
  removeEventListener('online', tell)
}

let settingsAreasSheet: Promise<void> | undefined

/**
 * Loads the style sheet of settings-areas.ts, whose address is in a meta tag of the shell. The sheet is separate to keep the
 * main style sheet small.
 */
async function loadSettingsAreasSheet(): Promise<void> {
  settingsAreasSheet ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = document.querySelector<HTMLMetaElement>('meta[name=parley-settings]')?.content ?? ''
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      settingsAreasSheet = undefined
      reject(new Error('The sheet of the settings areas could not be fetched.'))
    }
    document.head.append(link)
  })
  await settingsAreasSheet
}
