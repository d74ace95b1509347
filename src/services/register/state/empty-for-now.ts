import { constantFamily } from './family'

/**
 * What the server does not keep yet, in the form that clients expect of a realm that has none.
 * Source: protocol notes 4.3; client notes 6.4.
 */
export const emptyStates = [
  constantFamily(['channel_folders'], { channel_folders: [] }),
  constantFamily(['custom_profile_fields'], {
    custom_profile_fields: [],
    custom_profile_field_types: {},
  }),
  constantFamily(['default_stream_groups'], { realm_default_stream_groups: [] }),
  constantFamily(['drafts'], { drafts: [] }),
  constantFamily(['hotspots'], { hotspots: [] }),
  constantFamily(['navigation_views'], { navigation_views: [] }),
  constantFamily(['onboarding_steps'], { onboarding_steps: [] }),
  constantFamily(['realm_domains'], { realm_domains: [] }),
  constantFamily(['realm_embedded_bots'], { realm_embedded_bots: [] }),
  constantFamily(['realm_playgrounds'], { realm_playgrounds: [] }),
  constantFamily(['reminders'], { reminders: [] }),
  constantFamily(['scheduled_messages'], { scheduled_messages: [] }),
]
