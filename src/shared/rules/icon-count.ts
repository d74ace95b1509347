/**
 * Values of the setting `desktop_icon_count_display`: the unread messages that clients count on their icon, as
 * numbered since feature level 227. Source: docs/protocol/settings.md#icon-count.
 */
export const iconCounts = {
  all: 1,
  /** Private messages, mentions and messages in followed topics. */
  personalAndFollowed: 2,
  /** Private messages and mentions. */
  personal: 3,
  none: 4,
} as const
