import { offlineThresholdSeconds } from '../../../presence/presence'
import { pingIntervalSeconds } from '../../../wire/presence'
import { limits } from '../../limits'

/** What clients need to know of the server itself. Source: client notes 6.4. */
export const serverFacts = {
  /** Above the longest heartbeat, so that a silent poll does not look dead. */
  event_queue_longpoll_timeout_seconds: 90,
  jitsi_server_url: null,
  max_avatar_file_size_mib: limits.pictureMib,
  max_icon_file_size: 5,
  max_message_length: limits.contentBytes,
  max_stream_description_length: limits.streamDescriptionCharacters,
  max_stream_name_length: limits.streamNameCharacters,
  max_topic_length: limits.topicCharacters,
  server_presence_offline_threshold_seconds: offlineThresholdSeconds,
  server_presence_ping_interval_seconds: pingIntervalSeconds,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_started_wait_period_milliseconds: 10_000,
  server_typing_stopped_wait_period_milliseconds: 5_000,
} as const
