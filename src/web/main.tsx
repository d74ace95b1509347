import { render } from 'preact'
import { RefusedError, UnreachableError } from './data/api/errors'
import { AppContext } from './context/app'
import { connect } from './data/connection/connect'
import type { Start } from './data/connection/connect'
import { createRetries, pause } from './data/connection/retries'
import { onLoggedInElsewhere } from './data/connection/tabs'
import { createApp } from './app/create-app'
import type * as door from './logged-out'
import { addressAfterLogin, mustLogInAgain } from './features/login/address-after-login'
import { Frame } from './features/frame/frame'
import { loadLater } from './parts/lazy/lazy'
import { StartScreen } from './features/start/start-screen'
import { isAccountPath } from './lib/first-place'

const root = document.getElementById('app')
if (!root) throw new Error('The shell has no place for the app.')
const page = root

/** Fetches the state before the first render; shows the login form if there is no session. */
async function boot(): Promise<void> {
  // A session of long ago does not suffice for the place behind the login page.
  if (mustLogInAgain(location)) return showLogin()
  const start = await connectAtLast()
  if (!start) return showLogin()
  // Links on other sites come without the cookie of the session, so the server took the reader for logged out.
  const next = start.fill ? undefined : addressAfterLogin(location)
  if (next !== undefined) return location.replace(next)
  // Addresses copied from here are read by logged-in users, so drop the path of the login page.
  if (location.pathname !== '/') history.replaceState(history.state, '', `/${location.hash}`)
  const app = createApp(start, () => showLogin(true))
  start.fill?.(app)
  render(
    <AppContext.Provider value={app}>
      <Frame />
    </AppContext.Provider>,
    page,
  )
}

/** Retries until the server answers and shows the start screen meanwhile. @returns undefined without a session */
async function connectAtLast(): Promise<Start | undefined> {
  const retries = createRetries()
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (error instanceof RefusedError && error.isLoggedOut) return undefined
      const kept = error instanceof UnreachableError && (await openKept())
      if (kept) return kept
      const now = new AbortController()
      const tryNow = () => now.abort()
      addEventListener('online', tryNow, { signal: now.signal })
      render(<StartScreen onTryNow={tryNow} />, page)
      await pause(retries.next(error), now.signal)
    }
  }
}

/** Start from the copy of the last visit; only pages that the service worker opened can fetch its code now. */
async function openKept(): Promise<Start | undefined> {
  try {
    if (navigator.serviceWorker?.controller) return await (await loadLater()).openKept()
  } catch {
    // The browser allows no copy.
  }
  return undefined
}

/** @param hasEnded a session has just ended in this tab */
function showLogin(hasEnded = false): void {
  const done = new AbortController()
  function goOn(): void {
    done.abort()
    void boot()
  }
  onLoggedInElsewhere(goOn, done.signal)
  void atTheDoor(({ drawLogin }) => drawLogin(page, goOn, hasEnded))
}

/** Loads the logged-out pages as a lazy chunk; logged-in readers never need them. */
async function atTheDoor(draw: (parts: typeof door) => void): Promise<void> {
  try {
    draw(await import('./logged-out'))
  } catch {
    // The browser caches a failed module import, so only a reload fetches the chunk again.
    render(<StartScreen onTryNow={() => location.reload()} />, page)
  }
}

if (isAccountPath()) {
  void atTheDoor(({ drawAccountPage }) => drawAccountPage(page))
} else {
  void boot()
}
