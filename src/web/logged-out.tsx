/*
 * Entry of the logged-out pages: a lazy chunk that main.tsx fetches only for readers without a session.
 */
import { render } from 'preact'
import { forgetKept } from './data/offline/kept'
import { useOrganization } from './features/logged-out/use-organization'
import { takeVisit } from './features/accounts/account-visit'
import type { AccountVisit } from './features/accounts/account-visit'
import { ForgottenPage } from './features/accounts/forgotten-page'
import { JoinPage } from './features/accounts/join-page'
import { LostLink } from './features/accounts/invalid-link'
import { NewAddressPage } from './features/accounts/new-address-page'
import { NewPasswordPage } from './features/accounts/new-password-page'
import { UnsubscribePage } from './features/accounts/unsubscribe-page'
import { RegisterPage } from './features/accounts/register-page'
import { addressAfterLogin, mustLogInAgain } from './features/login/address-after-login'
import { LoginScreen } from './features/login/login-screen'
import { useKeptFocus } from './parts/overlays/use-kept-focus'

/** Draws the login form, and removes the data of the last session from the browser. @param hasEnded a session has just ended in this tab */
export function drawLogin(root: HTMLElement, onLoggedIn: () => void, hasEnded: boolean): void {
  const next = addressAfterLogin(location)
  const goOn = next === undefined ? onLoggedIn : () => location.replace(next)
  render(<LoginScreen onLoggedIn={goOn} hasEnded={hasEnded} />, root)
  if (!mustLogInAgain(location)) void forgetKept()
}

/** Draws the account page for the current address. */
export function drawAccountPage(root: HTMLElement): void {
  render(<AccountPage visit={takeVisit()} />, root)
}

const pages = {
  join: JoinPage,
  reset: NewPasswordPage,
  address: NewAddressPage,
  unsubscribe: UnsubscribePage,
}

function AccountPage({ visit: { page, key } }: { visit: AccountVisit }) {
  const organization = useOrganization().value
  useKeptFocus()
  if (page === 'register') return <RegisterPage organization={organization} />
  if (key === undefined) {
    return page === 'reset' ? (
      <ForgottenPage organization={organization} />
    ) : (
      <LostLink organization={organization} page={page} isWithoutKey />
    )
  }
  const Page = pages[page]
  return <Page organization={organization} accountKey={key} />
}
