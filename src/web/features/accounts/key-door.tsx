import * as t from '../../texts/en'
import type { Organisation } from '../door/use-organisation'
import { AccountDoor } from './account-door'
import type { AccountPageName } from './account-visit'
import { LostLink } from './lost-link'
import type { KeyCheck } from './use-key-check'

interface KeyDoorProps {
  organisation: Organisation | undefined | null
  page: AccountPageName
  check: Exclude<KeyCheck<unknown>, { is: 'good' }>
  title: string
}

/** Replacement for a page while its key is being checked, if the key is invalid, and if the check failed. */
export function KeyDoor({ organisation, page, check, title }: KeyDoorProps) {
  if (check.is === 'lost') return <LostLink organisation={organisation} page={page} />
  return (
    <AccountDoor
      organisation={organisation}
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
