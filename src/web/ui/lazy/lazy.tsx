import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { createRetries, pause } from '../../data/connection/retries'
import * as t from '../../texts/en'
import type * as later from '../../later'
import type * as rooms from '../../rooms'
import { firstScreen, tellFirstScreenIsShown } from './first-screen'

type Later = typeof later

let arrived: Later | undefined

/** Loads the lazy chunk later.ts; its components then render synchronously. */
export async function loadLater(): Promise<Later> {
  return (arrived ??= await import('../../later'))
}

interface LazyOptions {
  /** Loads the chunk at once instead of after the first screen, because the component is the first screen. */
  isUrgent?: boolean
}

/**
 * A component of the lazy chunk later.ts, which is loaded on first render. Renders nothing until the chunk is loaded;
 * an urgent component shows a message if loading fails.
 *
 *   const Help = lazy(({ KeyboardHelp }) => KeyboardHelp)
 */
export const lazy = lazyOf(loadLater, () => arrived)

type Rooms = typeof rooms

let arrivedRooms: Rooms | undefined

/** Loads the lazy chunk rooms.ts and its style sheet. */
async function loadRooms(): Promise<Rooms> {
  const [parts] = await Promise.all([import('../../rooms'), loadRoomsSheet()])
  return (arrivedRooms = parts)
}

/** A component of the lazy chunk rooms.ts, which is loaded when the user first opens a settings area. */
export const lazyRoom = <P extends object>(pick: (parts: Rooms) => ComponentType<P>) =>
  lazyOf(loadRooms, () => arrivedRooms)(pick, { isUrgent: true })

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
      if (isUrgent) tellFirstScreenIsShown()
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

let roomsSheet: Promise<void> | undefined

/**
 * Loads the style sheet of rooms.ts, whose address is in a meta tag of the shell. The sheet is separate to keep the
 * main style sheet small.
 */
async function loadRoomsSheet(): Promise<void> {
  roomsSheet ??= new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = document.querySelector<HTMLMetaElement>('meta[name=parley-rooms]')?.content ?? ''
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      roomsSheet = undefined
      reject(new Error('The sheet of the rooms could not be fetched.'))
    }
    document.head.append(link)
  })
  await roomsSheet
}
