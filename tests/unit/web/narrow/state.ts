import type { State, TopicPolicy } from '../../../../src/web/data/records/state'
import { partOf } from '../../../support/stand-ins'

/** The parts of a state that narrows look at. */
export function stateWith({
  streams = {},
  subscribed = Object.keys(streams).map(Number),
  muted = [],
  topics = [],
  users = {},
  ownId = 10,
}: {
  streams?: Record<number, string>
  subscribed?: number[]
  muted?: number[]
  topics?: { stream_id: number; topic_name: string; visibility_policy: TopicPolicy }[]
  users?: Record<number, string>
  ownId?: number
}): State {
  const known = Object.entries(streams).map(([id, name]) => ({
    stream_id: Number(id),
    name,
    invite_only: false,
    is_muted: muted.includes(Number(id)),
  }))
  return partOf<State>({
    user_id: ownId,
    streams: known,
    subscriptions: known.filter(({ stream_id: id }) => subscribed.includes(id)),
    user_topics: topics,
    realm_users: Object.entries(users).map(([id, email]) => ({
      user_id: Number(id),
      email,
      full_name: email.split('@', 1)[0],
    })),
    realm_non_active_users: [],
    cross_realm_bots: [],
  })
}
