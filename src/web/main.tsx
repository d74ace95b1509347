import { render } from 'preact'
import './styles/index.css'
import 'component-styles'
import { RefusedError } from './api/errors'
import { AppContext } from './app'
import { connect } from './connection/connect'
import type { Start } from './connection/connect'
import { createRetries, pause } from './connection/retries'
import { onLoggedInElsewhere } from './connection/tabs'
import { createApp } from './create-app'
import { Frame } from './screens/frame/frame'
import { LoginScreen } from './screens/login/login-screen'
import { StartScreen } from './screens/start/start-screen'
import { showRememberedTheme } from './theme/theme'

const root = document.getElementById('app')
if (!root) throw new Error('The shell has no place for the app.')
const page = root

/** Asks for the state before anything is drawn; who is not logged in is asked to do so first. */
async function boot(): Promise<void> {
  const start = await connectAtLast()
  if (!start) return showLogin()
  const app = createApp(start, showLogin)
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

function showLogin(): void {
  const done = new AbortController()
  function goOn(): void {
    done.abort()
    void boot()
  }
  onLoggedInElsewhere(goOn, done.signal)
  render(<LoginScreen onLoggedIn={goOn} />, page)
}

showRememberedTheme()
void boot()
