import { useSignal } from '@preact/signals'
import type { ReadonlySignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { call } from '../../api/call'
import { RefusedError } from '../../api/errors'

/** What anybody may know of the organisation at this address. */
export interface Organisation {
  realm_name: string
  realm_icon: string
  /** Whether one needs an invitation to make an account. */
  realm_invite_required?: boolean
  /** Whether the server can send mail. */
  mail_enabled?: boolean
  /** What a new password has to be. */
  password_min_length?: number
  password_min_guesses?: number
}

/**
 * Asks for the organisation.
 * @returns undefined until it is known, null where there is none
 * Source: docs/protocol/authentication.md#server-settings.
 */
export function useOrganisation(): ReadonlySignal<Organisation | undefined | null> {
  const organisation = useSignal<Organisation | undefined | null>(undefined)
  useEffect(() => {
    call<Organisation>('GET', '/server_settings').then(
      (found) => (organisation.value = found),
      (error: unknown) => {
        // Whatever else is wrong, what is done next will say so.
        if (error instanceof RefusedError && error.status === 400) organisation.value = null
      },
    )
  }, [])
  return organisation
}
