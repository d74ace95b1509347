import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { createRetries, pause } from '../../connection/retries'
import * as t from '../../i18n/en'
import type * as later from '../../later'
import type * as rooms from '../../rooms'
import { firstScreen, tellFirstScreenIsShown } from './first-screen'

type Later = typeof later

let arrived: Later | undefined

/** Fetches all of later.ts; from then on, what is in it is drawn at once. */
export async function loadLater(): Promise<Later> {
  return (arrived ??= await import('../../later'))
}

interface LazyOptions {
  /** Fetch it at once, and not when the first screen is shown: it is that screen. */
  isUrgent?: boolean
}

/**
 * A component of later.ts, which is fetched when one is drawn first. Nothing is shown until it is there; that it could not be
 * fetched yet is said where it is a screen.
 *
 *   const Help = lazy(({ KeyboardHelp }) => KeyboardHelp)
 */
export const lazy = lazyOf(loadLater, () => arrived)

type Rooms = typeof rooms

let arrivedRooms: Rooms | undefined

/** Fetches all of rooms.ts with their sheet. */
async function loadRooms(): Promise<Rooms> {
  const [parts] = await Promise.all([import('../../rooms'), loadRoomsSheet()])
  return (arrivedRooms = parts)
}

/** A component of rooms.ts, which is fetched when somebody goes into a room first. */
export const lazyRoom = <P extends object>(pick: (parts: Rooms) => ComponentType<P>) =>
  lazyOf(loadRooms, () => arrivedRooms)(pick, { isUrgent: true })

/** @param load fetches the file @param held what it has, once it is there */
function lazyOf<Parts>(load: () => Promise<Parts>, held: () => Parts | undefined) {
  const state = signal<'awaited' | 'missing' | 'here'>('awaited')
  let fetching: Promise<void> | undefined

  /** Once, however many wait for it; what could not be fetched is tried again until it is there. */
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

/** Resolves after that time, or as soon as the browser is online again. */
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

/** Their sheet is not part of the page's, which is to be small; the shell names it. */
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
