import type { ComponentType } from 'preact'
import type { App } from '../../context/app'
import type { IconName } from '../../lib/icon-names'

/** One section of a settings area, such as `Profile`. */
export interface Section {
  /** Its segment in the address: `#settings/KEY`. */
  readonly key: string
  /** Text of its link, and its heading. */
  readonly title: string
  readonly icon: IconName
  /** Further search words, separated by spaces. */
  readonly words?: string
  /** Rendered below the heading; `path` is the rest of the address after the key. */
  readonly Component: ComponentType<SectionProps>
  /** Whether the section is visible; visible by default. Runs again when the store data that it read changes. */
  readonly isFor?: (app: App) => boolean
  /** Title of the navigation group that starts with this section. */
  readonly group?: string
}

export interface SectionProps {
  readonly path: readonly string[]
}
