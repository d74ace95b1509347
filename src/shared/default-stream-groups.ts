import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

/*
 * Groups of streams that new accounts can subscribe to together.
 * Source: docs/protocol/channel-settings.md#default-stream-groups.
 */

export const defaultStreamGroupSchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  streams: Type.Array(Type.Integer(), { description: 'Ids' }),
})

export type DefaultStreamGroupRecord = Static<typeof defaultStreamGroupSchema>

export interface DefaultStreamGroupsEvent {
  type: 'default_stream_groups'
  default_stream_groups: readonly DefaultStreamGroupRecord[]
}
