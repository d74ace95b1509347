import { useSignal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../data/api/call'
import { RefusedError } from '../../data/api/errors'

/** Public information about the organization at this address. */
export interface Organization {
  realm_name: string
  realm_icon: string
  /** Whether sign-up needs an invitation. */
  realm_invite_required?: boolean
  /** Whether the server can send mail. */
  mail_enabled?: boolean
  /** Requirements for new passwords. */
  password_min_length?: number
  password_min_guesses?: number
}

/**
 * Loads the public information about the organization.
 *
 * @returns undefined while loading, null if there is none at this address
 * Source: docs/protocol/authentication.md#server-settings.
 */
export function useOrganization(): ReadonlySignal<Organization | undefined | null> {
  const organization = useSignal<Organization | undefined | null>(undefined)
  useEffect(() => {
    call<Organization>('GET', '/server_settings').then(
      (found) => (organization.value = found),
      (error: unknown) => {
        // Ignore other errors here: the next call reports them.
        if (error instanceof RefusedError && error.status === 400) organization.value = null
      },
    )
  }, [])
  return organization
}
