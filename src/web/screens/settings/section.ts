import type { ComponentType } from 'preact'
import type { App } from '../../app'
import type { IconName } from '../../parts/icon/names'

/** One of the parts of a room, such as `Profile` of the settings. */
export interface Section {
  /** Its word in the address: `#settings/KEY`. */
  readonly key: string
  /** The name of its link, and its heading. */
  readonly title: string
  readonly icon: IconName
  /** What people also look for it by, with spaces. */
  readonly words?: string
  /** Drawn below the heading; the path is what follows the key in the address. */
  readonly Component: ComponentType<SectionProps>
  /** Whose it is; everybody's unless said. Run again when what it reads of the store changes. */
  readonly isFor?: (app: App) => boolean
  /** The name of the group that begins with it in the navigation. */
  readonly group?: string
}

export interface SectionProps {
  readonly path: readonly string[]
}
