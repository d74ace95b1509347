/**
 * What the server calls itself to clients, always all three together. Newer clients choose their
 * requests by the level, and every part of the API that this level promises is there; at 468 and
 * above they would begin to register devices. Source: client notes 1.
 */
export const announcedVersion = {
  zulip_version: '10.0',
  zulip_merge_base: '10.0',
  zulip_feature_level: 371,
} as const
