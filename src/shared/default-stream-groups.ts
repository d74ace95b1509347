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

export function presentDefaultStreamGroup({
  id,
  name,
  description,
  stream_ids: streams,
}: {
  id: number
  name: string
  description: string
  stream_ids: number[]
}): DefaultStreamGroupRecord {
  return { id, name, description, streams }
}

export interface DefaultStreamGroupsEvent {
  type: 'default_stream_groups'
  default_stream_groups: readonly DefaultStreamGroupRecord[]
}

/** @param groups all groups of the realm */
export function defaultStreamGroupsChanged(
  groups: readonly DefaultStreamGroupRecord[],
): DefaultStreamGroupsEvent {
  return { type: 'default_stream_groups', default_stream_groups: groups }
}
