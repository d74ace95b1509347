/*
 * Entry of the logged-out pages: a lazy chunk that main.tsx fetches only for readers without a session.
 */
import { render } from 'preact'
import { useOrganisation } from './features/door/use-organisation'
import { takeVisit } from './features/accounts/account-visit'
import type { AccountVisit } from './features/accounts/account-visit'
import { ForgottenPage } from './features/accounts/forgotten-page'
import { JoinPage } from './features/accounts/join-page'
import { LostLink } from './features/accounts/lost-link'
import { NewAddressPage } from './features/accounts/new-address-page'
import { NewPasswordPage } from './features/accounts/new-password-page'
import { RegisterPage } from './features/accounts/register-page'
import { LoginScreen } from './features/login/login-screen'

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
