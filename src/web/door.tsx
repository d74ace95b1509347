/*
 * Entry of the logged-out pages: a lazy chunk that main.tsx fetches only for readers without a session.
 */
import { render } from 'preact'
import { useOrganisation } from './screens/door/use-organisation'
import { takeVisit } from './screens/accounts/account-visit'
import type { AccountVisit } from './screens/accounts/account-visit'
import { ForgottenPage } from './screens/accounts/forgotten-page'
import { JoinPage } from './screens/accounts/join-page'
import { LostLink } from './screens/accounts/lost-link'
import { NewAddressPage } from './screens/accounts/new-address-page'
import { NewPasswordPage } from './screens/accounts/new-password-page'
import { RegisterPage } from './screens/accounts/register-page'
import { LoginScreen } from './screens/login/login-screen'

/** Draws the login form. @param hasEnded a session has just ended in this tab */
export function drawLogin(root: HTMLElement, onLoggedIn: () => void, hasEnded: boolean): void {
  render(<LoginScreen onLoggedIn={onLoggedIn} hasEnded={hasEnded} />, root)
}

/** Draws the account page for the current address. */
export function drawAccountPage(root: HTMLElement): void {
  render(<AccountPage visit={takeVisit()} />, root)
}

function AccountPage({ visit: { page, key } }: { visit: AccountVisit }) {
  const organisation = useOrganisation().value
  if (page === 'register') return <RegisterPage organisation={organisation} />
  if (key === undefined) {
    return page === 'reset' ? (
      <ForgottenPage organisation={organisation} />
    ) : (
      <LostLink organisation={organisation} page={page} isWithoutKey />
    )
  }
  const Page = { join: JoinPage, reset: NewPasswordPage, address: NewAddressPage }[page]
  return <Page organisation={organisation} accountKey={key} />
}
