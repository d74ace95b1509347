import * as t from '../../texts/catalog'
import type { ComposeField } from '../../data/send/composer'
import type { Destination } from '../../data/send/destination'
import type { TopicRefusal } from '../../data/send/topic-rules'
import { countCharacters } from '../../../shared/rules/characters'
import { textLimits } from '../../../shared/rules/text-limits'
import { maxTopicCharacters } from '../../../shared/rules/topics'
import { sizeOf } from '../../data/send/limits'

/** The reason why a message cannot be sent yet. */
export interface Problem {
  text: string
  /** The field to focus. */
  field?: ComposeField
  /** False for missing input, which is not reported before the user tries to send. */
  isShown: boolean
  /** True for an error, false for input that is only missing. */
  isBad: boolean
}

export function problemOf(composition: {
  destination: Destination
  text: string
  /** Whether a topic is missing, as far as the stream needs one. */
  hasNoTopic: boolean
  topicRefusal: TopicRefusal | undefined
  isUploading: boolean
}): Problem | undefined {
  const { destination, text, isUploading, hasNoTopic, topicRefusal } = composition
  const excess = sizeOf(text) - textLimits.contentBytes
  if (excess > 0) return bad(t.compose.tooLong(excess), 'message')
  const missing = problemOfDestination(destination, hasNoTopic)
  if (missing) return missing.isBad || text.trim() === '' ? missing : { ...missing, isShown: true }
  if (topicRefusal) return bad(t.compose[topicRefusal], 'topic')
  if (isUploading) return { text: t.compose.uploading, isShown: true, isBad: false }
  if (text.trim() === '') return later(t.compose.emptyMessage, 'message')
  return undefined
}

function problemOfDestination(destination: Destination, hasNoTopic: boolean): Problem | undefined {
  if (destination.kind === 'private') {
    return destination.userIds.length === 0 ? later(t.compose.missingPeople, 'people') : undefined
  }
  if (destination.streamId === undefined) return later(t.compose.missingStream, 'stream')
  const topic = destination.topic.trim()
  if (hasNoTopic) return later(t.compose.missingTopic, 'topic')
  const excess = countCharacters(topic) - maxTopicCharacters(topic)
  return excess > 0 ? bad(t.compose.topicTooLong(excess), 'topic') : undefined
}

const bad = (text: string, field: ComposeField): Problem => ({
  text,
  field,
  isShown: true,
  isBad: true,
})

const later = (text: string, field: ComposeField): Problem => ({
  text,
  field,
  isShown: false,
  isBad: false,
})
