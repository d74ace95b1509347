/** Who reads a piece of HTML, as far as it is shown differently to different people. */
export interface Reader {
  ownId: number
  /** Whether times are shown as 14:05. */
  is24Hour: boolean
  /** What somebody is called today. */
  nameOf(userId: number): string | undefined
  isInGroup(groupId: number): boolean
  /** Where the private conversation with somebody is. */
  hrefOfPerson(userId: number): string
  /** Where code can be tried. */
  playgrounds: readonly Playground[]
}

/** Source: docs/protocol/realm-settings.md#playgrounds. */
export interface Playground {
  id: number
  name: string
  pygments_language: string
  url_template: string
}
