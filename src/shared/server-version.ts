import { Type } from '@sinclair/typebox'

/**
 * The version announced to clients, in server_settings and at every registration. Clients choose
 * formats by it, so it must not exceed the implemented features.
 * Source: docs/protocol/clients.md#announce.
 */
export const serverVersion = {
  zulip_version: '11.0',
  zulip_feature_level: 421,
  zulip_merge_base: '11.0',
} as const

export const serverVersionFields = {
  zulip_version: Type.String(),
  zulip_feature_level: Type.Integer(),
  zulip_merge_base: Type.String(),
}
