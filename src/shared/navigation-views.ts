import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/* Entries of users' sidebars. Source: docs/protocol/channel-settings.md#navigation-views. */

export const navigationViewSchema = Type.Object({
  fragment: Type.String({ description: 'The part of the address after #' }),
  is_pinned: Type.Boolean(),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Null: one that is built in' }),
})

export type NavigationViewRecord = Static<typeof navigationViewSchema>

export type NavigationViewEvent =
  | { type: 'navigation_view'; op: 'add'; navigation_view: NavigationViewRecord }
  | {
      type: 'navigation_view'
      op: 'update'
      fragment: string
      data: Partial<NavigationViewRecord>
    }
  | { type: 'navigation_view'; op: 'remove'; fragment: string }
