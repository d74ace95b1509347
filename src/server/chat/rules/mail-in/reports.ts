/*
 * Reports of mail servers about a mail that this server sent. Source: docs/protocol/mail-in.md#bounces.
 */

/** The news in a report: the address takes no mail for good, or its owner calls the mail spam. */
export type ReportNews = { kind: 'undeliverable'; status: string } | { kind: 'complaint' }

/**
 * The status of servers that never take mail for the address: permanent, but neither a full mailbox (5.2.2) nor a rule
 * about the sender (5.7).
 */
function isOfAddress(status: string): boolean {
  return /^5\.\d{1,3}\.\d{1,3}$/.test(status) && !/^5\.(?:7\.|2\.2$)/.test(status)
}

/** Codes in answer to a recipient that mean that there is no such mailbox. Source: RFC 5321, 4.2.3. */
const mailboxCodes = new Set([550, 551, 553])

/**
 * The reason why a mail server never takes mail for an address: its enhanced status, or the code of a server that gives
 * none; undefined for other refusals.
 * @param recipientCode the code in answer to the recipient, if that was refused
 */
export function reasonOfRefusal(
  answer: string,
  recipientCode: number | undefined,
): string | undefined {
  // Not a part of an IP address.
  const [status] = /(?<![\d.])5\.\d{1,3}\.\d{1,3}(?!\.?\d)/.exec(answer) ?? []
  if (status !== undefined) return isOfAddress(status) ? status : undefined
  const isOfMailbox = recipientCode !== undefined && mailboxCodes.has(recipientCode)
  return isOfMailbox ? String(recipientCode) : undefined
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
