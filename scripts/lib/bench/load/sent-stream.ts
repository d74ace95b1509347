/** The messages of one stream, by sequence number from 0, with the number of missing receipts. */
export class SentStream {
  /** In milliseconds of this process's clock. */
  private readonly sentAt: number[] = []
  private readonly senders: number[] = []
  private readonly missing: number[] = []

  constructor(readonly recipients: number) {}

  /** @returns the sequence number */
  begin(sender: number, now: number): number {
    this.senders.push(sender)
    this.missing.push(this.recipients)
    return this.sentAt.push(now) - 1
  }

  readonly senderOf = (sequence: number): number => this.senders[sequence] ?? -1

  /** @returns its latency, and whether all recipients have it now */
  receive(sequence: number, now: number): { latencyMs: number; isComplete: boolean } {
    const missing = (this.missing[sequence] ?? 0) - 1
    this.missing[sequence] = missing
    return { latencyMs: now - (this.sentAt[sequence] ?? NaN), isComplete: missing === 0 }
  }
}
