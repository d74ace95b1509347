import { Type } from '@sinclair/typebox'

/**
 * The version that clients are told of, in server_settings and at every registration. They
 * choose formats by it, so it must not promise more than is served.
 * Source: docs/protocol/clients.md#announce.
 */
export const serverVersion = {
  zulip_version: '10.0',
  zulip_feature_level: 371,
  zulip_merge_base: '10.0',
} as const

export const serverVersionFields = {
  zulip_version: Type.String(),
  zulip_feature_level: Type.Integer(),
  zulip_merge_base: Type.String(),
}
