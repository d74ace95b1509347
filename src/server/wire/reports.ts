/**
 * Reasons for reporting a message, with their names in clients.
 * Source: docs/protocol/topics-and-moderation.md#report-state.
 */
export const reportTypes = [
  { key: 'spam', name: 'Spam' },
  { key: 'harassment', name: 'Harassment' },
  { key: 'inappropriate', name: 'Inappropriate content' },
  { key: 'norms', name: 'Violates community norms' },
  { key: 'other', name: 'Other reason' },
] as const

export type ReportType = (typeof reportTypes)[number]['key']
