/*
 * Reports of mail servers about a mail that this server sent. Source: docs/protocol/mail-in.md#bounces.
 */

/** The news in a report: the address takes no mail for good, or its owner calls the mail spam. */
export type ReportNews = { kind: 'undeliverable'; status: string } | { kind: 'complaint' }

/**
 * The status of servers that never take mail for the address: permanent, but neither a full mailbox (5.2.2) nor a rule
 * about the sender (5.7).
 */
export function isOfAddress(status: string): boolean {
  return /^5\.\d{1,3}\.\d{1,3}$/.test(status) && !/^5\.(?:7\.|2\.2$)/.test(status)
}

/** @param reports the parts `message/delivery-status` and `message/feedback-report` of a mail */
export function readReport(reports: readonly string[]): ReportNews | undefined {
  for (const report of reports) {
    const lines = report.split(/\r?\n/).map((line) => line.slice(0, 200).toLowerCase())
    const valueOf = (name: string): string | undefined =>
      lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim()
    if (valueOf('feedback-type') !== undefined) return { kind: 'complaint' }
    const status = (valueOf('status') ?? '').split(/\s/)[0] ?? ''
    if (valueOf('action') === 'failed' && isOfAddress(status)) {
      return { kind: 'undeliverable', status }
    }
  }
  return undefined
}
