import type { ReceivedEvent } from './person'

/** What a client knows of its own person's choices, among all else that it knows. */
interface ChoiceState {
  [key: string]: unknown
  streams: { stream_id: number; name: string }[]
  user_settings?: Record<string, unknown>
  user_topics?: { stream_id: number; topic_name: string; visibility_policy: number }[]
}

/**
 * What people choose for themselves, as a client follows it.
 * Source: docs/protocol/events.md#own-choices.
 */
export function applyChoice(state: ChoiceState, event: ReceivedEvent): void {
  switch (event.type) {
    case 'user_settings':
      return changeSetting(state, event['property'] as string, event['value'])
    case 'update_display_settings':
      state[event['setting_name'] as string] = event['setting']
      return
    case 'update_global_notifications':
      state[event['notification_name'] as string] = event['setting']
      return
    case 'user_topic':
      return changeUserTopic(state, event)
    default:
      state[event.type] = event[event.type]
  }
}

/** One setting comes with one's account, whatever a client reads. */
function changeSetting(state: ChoiceState, property: string, value: unknown): void {
  if (state.user_settings) state.user_settings[property] = value
  if (property === 'enter_sends') state[property] = value
  // The server keeps none then. Source: docs/protocol/drafts-and-schedule.md#drafts-off.
  if (property === 'enable_drafts_synchronization' && value === false) state['drafts'] = []
}

function changeUserTopic(state: ChoiceState, event: ReceivedEvent): void {
  const { type: _type, id: _id, ...topic } = event
  const { stream_id, topic_name, visibility_policy } = event as unknown as UserTopic
  const isOther = (other: UserTopic) =>
    other.stream_id !== stream_id || other.topic_name.toLowerCase() !== topic_name.toLowerCase()
  const others = (state.user_topics ?? []).filter(isOther)
  state.user_topics = [
    ...others,
    ...(visibility_policy === 0 ? [] : [topic as unknown as UserTopic]),
  ]
  state.user_topics.sort(
    (a, b) => a.stream_id - b.stream_id || (a.topic_name < b.topic_name ? -1 : 1),
  )
}

type UserTopic = NonNullable<ChoiceState['user_topics']>[number]

/** Older clients' list follows from that of newer ones, and from what the streams are called. */
export function listMutedTopics(state: ChoiceState): void {
  if (!state.user_topics) return
  state['muted_topics'] = state.user_topics.flatMap((topic) => {
    const stream = state.streams.find((known) => known.stream_id === topic.stream_id)
    const isMuted = topic.visibility_policy === 1
    const { last_updated } = topic as unknown as { last_updated: number }
    return stream && isMuted ? [[stream.name, topic.topic_name, last_updated]] : []
  })
}
