import { constantFamily } from './family'

/**
 * What the server does not keep yet, in the form that clients expect of a realm that has none.
 * Source: protocol notes 4.3; client notes 6.4.
 */
export const emptyStates = [
  constantFamily(['alert_words'], { alert_words: [] }),
  constantFamily(['channel_folders'], { channel_folders: [] }),
  constantFamily(['custom_profile_fields'], {
    custom_profile_fields: [],
    custom_profile_field_types: {},
  }),
  constantFamily(['default_stream_groups'], { realm_default_stream_groups: [] }),
  constantFamily(['drafts'], { drafts: [] }),
  constantFamily(['hotspots'], { hotspots: [] }),
  constantFamily(['muted_topics'], { muted_topics: [] }),
  constantFamily(['muted_users'], { muted_users: [] }),
  constantFamily(['navigation_views'], { navigation_views: [] }),
  constantFamily(['onboarding_steps'], { onboarding_steps: [] }),
  constantFamily(['realm_domains'], { realm_domains: [] }),
  constantFamily(['realm_embedded_bots'], { realm_embedded_bots: [] }),
  constantFamily(['realm_emoji'], { realm_emoji: {} }),
  constantFamily(['realm_filters'], { realm_filters: [] }),
  constantFamily(['realm_linkifiers'], { realm_linkifiers: [] }),
  constantFamily(['realm_playgrounds'], { realm_playgrounds: [] }),
  constantFamily(['realm_user_groups'], { realm_user_groups: [] }),
  constantFamily(['recent_private_conversations'], { recent_private_conversations: [] }),
  constantFamily(['reminders'], { reminders: [] }),
  constantFamily(['saved_snippets'], { saved_snippets: [] }),
  constantFamily(['scheduled_messages'], { scheduled_messages: [] }),
  constantFamily(['user_status'], { user_status: {} }),
  constantFamily(['user_topic'], { user_topics: [] }),
]
