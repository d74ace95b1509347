/**
 * Data of a confirmation key.
 * Source: docs/protocol/authentication.md#account-page-confirmation.
 */
export interface Confirmation {
  /** Address of the new account; null if the user of the link chooses the address. */
  email: string | null
  /** Whether a mail must confirm the address first. */
  needs_confirmation: boolean
  realm_name: string
  realm_icon: string
  invited_by: string | null
  default_stream_groups: readonly { id: number; name: string; description: string }[]
  terms_url: string | null
}
