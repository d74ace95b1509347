import { render } from 'preact'
import './styles/index.css'
import 'component-styles'
import { RefusedError } from './api/errors'
import { AppContext, createApp } from './app'
import { register } from './connection/connection'
import { Frame } from './screens/frame/frame'
import { LoginScreen } from './screens/login/login-screen'
import { showRememberedTheme } from './theme/theme'

const root = document.getElementById('app')
if (!root) throw new Error('The shell has no place for the app.')
const page = root

/** Registers before anything is drawn; who is not logged in is asked to do so first. */
async function boot(): Promise<void> {
  try {
    const state = await register()
    const app = createApp(state, showLogin)
    render(
      <AppContext.Provider value={app}>
        <Frame />
      </AppContext.Provider>,
      page,
    )
  } catch (error) {
    if (!(error instanceof RefusedError && error.isLoggedOut)) throw error
    showLogin()
  }
}

function showLogin(): void {
  render(<LoginScreen onLoggedIn={() => void boot()} />, page)
}

showRememberedTheme()
void boot()
