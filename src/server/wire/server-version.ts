import { Type } from '@sinclair/typebox'

/**
 * The version announced to clients, in server_settings and at every registration. Clients choose
 * formats by it, so it must not exceed the implemented features. From 468 on the mobile app registers for no pushes but
 * those of its vendor.
 * Source: docs/protocol/clients.md#announce.
 */
export const serverVersion = {
  zulip_version: '11.6',
  zulip_feature_level: 467,
  zulip_merge_base: '11.6',
} as const

export const serverVersionFields = {
  zulip_version: Type.String(),
  zulip_feature_level: Type.Integer(),
  zulip_merge_base: Type.String(),
}
