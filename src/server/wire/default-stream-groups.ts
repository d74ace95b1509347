import type {
  DefaultStreamGroupRecord,
  DefaultStreamGroupsEvent,
} from '../../shared/default-stream-groups'

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

/** @param groups all groups of the realm */
export function defaultStreamGroupsChanged(
  groups: readonly DefaultStreamGroupRecord[],
): DefaultStreamGroupsEvent {
  return { type: 'default_stream_groups', default_stream_groups: groups }
}
