/** An integration as those know it who build the address of a webhook. */
export interface IntegrationFacts {
  readonly name: string
  readonly displayName: string
  /** Kinds of events that it tells apart; null: none. */
  readonly eventTypes: readonly string[] | null
  readonly urlOptions: readonly { name: string; label: string }[]
}
