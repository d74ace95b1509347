/** What a key lets somebody do. Source: docs/protocol/authentication.md#account-page-confirmation. */
export interface Confirmation {
  /** The address that the account will have; null: whoever has the link says which. */
  email: string | null
  /** Whether the address has to be confirmed by a mail first. */
  needs_confirmation: boolean
  realm_name: string
  realm_icon: string
  invited_by: string | null
  default_stream_groups: readonly { id: number; name: string; description: string }[]
  terms_url: string | null
}
