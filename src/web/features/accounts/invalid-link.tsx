import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { AccountDoor, LogInLink } from './account-pages'
import { forgetVisit } from './account-visit'
import type { AccountPageName } from './account-visit'

interface LostLinkProps {
  organization: Organization | undefined | null
  page: AccountPageName
  /** Whether the address contained no key. */
  isWithoutKey?: boolean
}

const explanations = {
  join: t.accounts.lostInvitation,
  register: t.accounts.lostInvitation,
  reset: t.accounts.lostReset,
  address: t.accounts.lostAddress,
  unsubscribe: t.unsubscribe.lost,
}

/** Page for an invalid link, with the ways to get a new one. */
export function LostLink({ organization, page, isWithoutKey = false }: LostLinkProps) {
  return (
    <AccountDoor
      organization={organization}
      title={isWithoutKey ? t.accounts.noKey : t.accounts.linkIsLost}
      lead={<p>{isWithoutKey ? t.accounts.noKeyHint : explanations[page]}</p>}
      ways={
        <>
          {page === 'reset' && (
            // The address is that of this page, which would keep the key.
            <a href="/accounts/password/reset/" onClick={forgetVisit}>
              {t.accounts.anotherLink}
            </a>
          )}
          {page === 'join' && organization?.realm_invite_required === false && (
            <a href="/register/">{t.login.signUp}</a>
          )}
          <LogInLink />
        </>
      }
      isAnswer
    />
  )
}
