import * as t from '../../texts/catalog'
import type { Organization } from '../logged-out/use-organization'
import { AccountDoor } from './account-pages'
import type { AccountPageName } from './account-visit'
import { LostLink } from './invalid-link'
import type { KeyCheck } from './use-key-check'

interface KeyDoorProps {
  organization: Organization | undefined | null
  page: AccountPageName
  check: Exclude<KeyCheck<unknown>, { is: 'good' }>
  title: string
}

/** Replacement for a page while its key is being checked, if the key is invalid, and if the check failed. */
export function KeyDoor({ organization, page, check, title }: KeyDoorProps) {
  if (check.is === 'lost') return <LostLink organization={organization} page={page} />
  return (
    <AccountDoor
      organization={organization}
      title={title}
      lead={check.is === 'asking' && <p role="status">{t.accounts.loading}</p>}
    >
      {check.is === 'failed' && (
        <>
          <p class="notice bad" role="alert">
            {check.reason}
          </p>
          <button class="button primary" onClick={check.retry}>
            {t.accounts.tryAgain}
          </button>
        </>
      )}
    </AccountDoor>
  )
}
