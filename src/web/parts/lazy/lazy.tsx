import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
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
 * A component of later.ts, which is fetched when one is drawn first. Nothing is shown until it is there; what could not be
 * fetched is tried again the next time that it is drawn.
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
  return function <P extends object>(
    pick: (parts: Parts) => ComponentType<P>,
    { isUrgent = false }: LazyOptions = {},
  ): (props: P) => preact.JSX.Element | null {
    const loaded = signal<{ component: ComponentType<P> } | undefined>(undefined)
    let isLoading = false

    async function fetchIt(): Promise<void> {
      isLoading = true
      try {
        if (!isUrgent) await firstScreen()
        loaded.value = { component: pick(await load()) }
        if (isUrgent) tellFirstScreenIsShown()
      } catch {
        isLoading = false
      }
    }

    return function Lazy(props: P) {
      const parts = held()
      const Component = loaded.value?.component ?? (parts && pick(parts))
      if (Component) return <Component {...props} />
      if (!isLoading) void fetchIt()
      return null
    }
  }
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
