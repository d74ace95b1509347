/** Facts about an integration for forms that build webhook URLs. */
export interface IntegrationFacts {
  readonly name: string
  readonly displayName: string
  /** Event types that the integration distinguishes; null: none. */
  readonly eventTypes: readonly string[] | null
  readonly urlOptions: readonly { name: string; label: string; validator?: string }[]
}
