import { render } from 'preact'
import { RefusedError } from './api/errors'
import { AppContext } from './app'
import { connect } from './connection/connect'
import type { Start } from './connection/connect'
import { createRetries, pause } from './connection/retries'
import { onLoggedInElsewhere } from './connection/tabs'
import { createApp } from './create-app'
import type * as door from './door'
import { Frame } from './screens/frame/frame'
import { StartScreen } from './screens/start/start-screen'
import { showRememberedTheme } from './theme/theme'

const root = document.getElementById('app')
if (!root) throw new Error('The shell has no place for the app.')
const page = root

/** Asks for the state before anything is drawn; who is not logged in is asked to do so first. */
async function boot(): Promise<void> {
  const start = await connectAtLast()
  if (!start) return showLogin()
  // Addresses that are copied from here are for those who are logged in.
  if (location.pathname !== '/') history.replaceState(history.state, '', `/${location.hash}`)
  const app = createApp(start, () => showLogin(true))
  render(
    <AppContext.Provider value={app}>
      <Frame />
    </AppContext.Provider>,
    page,
  )
}

/** Tries until there is an answer, and says so meanwhile. @returns undefined for who is not logged in */
async function connectAtLast(): Promise<Start | undefined> {
  const retries = createRetries()
  for (;;) {
    try {
      return await connect()
    } catch (error) {
      if (error instanceof RefusedError && error.isLoggedOut) return undefined
      const now = new AbortController()
      const tryNow = () => now.abort()
      addEventListener('online', tryNow, { signal: now.signal })
      render(<StartScreen onTryNow={tryNow} />, page)
      await pause(retries.next(error), now.signal)
    }
  }
}

/** @param hasEnded somebody was logged in here until now */
function showLogin(hasEnded = false): void {
  const done = new AbortController()
  function goOn(): void {
    done.abort()
    void boot()
  }
  onLoggedInElsewhere(goOn, done.signal)
  void atTheDoor(({ drawLogin }) => drawLogin(page, goOn, hasEnded))
}

/** What those see who are not logged in comes by itself: nobody else needs it. */
async function atTheDoor(draw: (parts: typeof door) => void): Promise<void> {
  try {
    draw(await import('./door'))
  } catch {
    // A module that could not be fetched once is not asked for again by this page.
    render(<StartScreen onTryNow={() => location.reload()} />, page)
  }
}

showRememberedTheme()
if (/^\/(join|register|accounts)(\/|$)/.test(location.pathname)) {
  void atTheDoor(({ drawAccountPage }) => drawAccountPage(page))
} else {
  void boot()
}
